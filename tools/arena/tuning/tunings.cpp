#include "tools/arena/tuning/tunings.hpp"

#include "engine/error.hpp"
#include "engine/path_text.hpp"
#include "tools/arena/journal/journal_settings.hpp"
#include "tools/arena/tuning/tuning.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <fmt/format.h>

namespace agon::arena {
namespace {

/// How far the mean would be from the start only by chance: the standard deviation of a walk of
/// the same steps in random directions.
double chance(const Tunings& tunings, std::size_t parameter) {
    double squares = 0;
    for (const Tuning& part : tunings.parts)
        for (std::size_t i = 1; i < part.course().size(); ++i)
            squares += std::pow(part.course()[i][parameter] - part.course()[i - 1][parameter], 2);
    return std::sqrt(squares) / static_cast<double>(tunings.parts.size());
}

/// The rows in columns: the first aligned to the left, the others to the right.
std::string aligned(const std::vector<std::vector<std::string>>& rows) {
    std::string text;
    for (const auto& row : rows) {
        for (std::size_t column = 0; column < row.size(); ++column) {
            std::size_t width = 0;
            for (const auto& other : rows) width = std::max(width, other[column].size());
            text += column == 0 ? fmt::format("{:<{}}", row[column], width)
                                : fmt::format("  {:>{}}", row[column], width);
        }
        text += '\n';
    }
    return text;
}

} // namespace

Tunings read_tunings(const std::vector<std::string>& files) {
    assert(!files.empty());
    Tunings tunings;
    ShardSet shards;
    Json first;
    for (const std::string& file : files) {
        Tuning tuning = read_tuning(path_of(file));
        Json settings = tuning.settings();
        const auto parts = shards_from(settings);
        settings.erase("shard");
        if (first.is_null()) first = settings;
        if (const auto other = difference(first, settings))
            throw Error(file + " is the journal of another tuning (" + *other + ')');
        if (!tunings.parts.empty() && (parts.empty() || shards.has(parts.front())))
            throw Error(file + " is the same shard as another journal");
        shards.add(file, parts);
        tunings.parts.push_back(std::move(tuning));
    }
    tunings.missing = shards.missing();
    return tunings;
}

std::vector<double> mean_values(const Tunings& tunings) {
    std::vector<double> means(tunings.parameters().size());
    for (const Tuning& part : tunings.parts)
        for (std::size_t i = 0; i < means.size(); ++i)
            means[i] += part.spsa().values()[i] / static_cast<double>(tunings.parts.size());
    return means;
}

std::string summary_text(const Tunings& tunings) {
    std::size_t done = 0, all = 0;
    SideResults results{};
    for (const Tuning& part : tunings.parts) {
        done += part.spsa().finished();
        all += part.spsa().settings().iterations;
        for (std::size_t i = 0; i < results.size(); ++i) results[i] += part.results()[i];
    }
    return fmt::format("{} of {} iterations, {} games: +{} ={} -{}", done, all,
                       results[0] + results[1] + results[2], results[2], results[1], results[0]);
}

std::string option_words(const Tunings& tunings) {
    const auto means = mean_values(tunings);
    std::string text;
    for (std::size_t i = 0; i < means.size(); ++i) {
        const std::string word =
            fmt::format("option.{}={}", tunings.parameters()[i].name, std::lround(means[i]));
        const bool quotes = word.find(' ') != std::string::npos;
        text += (text.empty() ? "" : " ") + (quotes ? '"' + word + '"' : word);
    }
    return text;
}

std::vector<std::vector<std::string>> value_rows(const Tunings& tunings) {
    std::vector<std::vector<std::string>> rows{
        {"parameter", "start", "now", "min", "max", "c_end", "change/c_end", "chance"}};
    const auto means = mean_values(tunings);
    for (std::size_t i = 0; i < means.size(); ++i) {
        const Parameter& parameter = tunings.parameters()[i];
        rows.push_back({parameter.name, std::to_string(parameter.start),
                        fmt::format("{:.2f}", means[i]), std::to_string(parameter.least),
                        std::to_string(parameter.most), fmt::format("{:g}", parameter.c_end),
                        fmt::format("{:+.2f}", (means[i] - parameter.start) / parameter.c_end),
                        fmt::format("{:.2f}", chance(tunings, i) / parameter.c_end)});
    }
    return rows;
}

std::string report_text(const Tunings& tunings) {
    return summary_text(tunings) + '\n' + missing_text(tunings.missing) +
           aligned(value_rows(tunings)) + "Options: " + option_words(tunings) + '\n';
}

} // namespace agon::arena
