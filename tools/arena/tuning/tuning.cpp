#include "tools/arena/tuning/tuning.hpp"

#include "engine/error.hpp"
#include "engine/open_file.hpp"
#include "engine/path_text.hpp"
#include "protocol/record/record_file.hpp"
#include "tools/arena/journal/journal_settings.hpp"
#include "tools/arena/journal/json_values.hpp"

#include <algorithm>
#include <numeric>

namespace agon::arena {
namespace {

constexpr int TUNING_FORMAT = 1;
const std::string BEGIN = "{\"tuning\":";
const std::string WHAT = "the journal of a tuning";

SpsaSettings spsa_from(const Json& settings) {
    const Json& json = member(settings, "spsa");
    (void)engines_from(settings); // these three are for the page
    (void)value_at<std::string>(settings, "variant");
    (void)value_at<std::string>(settings, "setup");
    SpsaSettings spsa;
    spsa.iterations = value_at<std::size_t>(json, "iterations");
    spsa.pairs = value_at<std::size_t>(json, "pairs");
    spsa.seed = value_at<std::uint64_t>(json, "seed");
    if (const auto shards = shards_from(settings); !shards.empty()) spsa.shard = shards.front();
    for (const Json& row : list_of(json, "parameters")) {
        spsa.parameters.push_back({value_at<std::string>(row, "name"), value_at<int>(row, "start"),
                                   value_at<int>(row, "min"), value_at<int>(row, "max"),
                                   value_at<double>(row, "c_end"), value_at<double>(row, "r_end")});
        const Parameter& parameter = spsa.parameters.back();
        if (!(parameter.least <= parameter.start && parameter.start <= parameter.most &&
              parameter.c_end > 0))
            throw Error("parameter " + parameter.name + ": inconsistent numbers");
    }
    if (spsa.pairs == 0) throw Error("an iteration without games");
    return spsa;
}

Json line_of(const Spsa& spsa, const SideResults& results) {
    const Probe probe = spsa.probe();
    return {{"iteration", spsa.finished() + 1},
            {"sides", probe.values},
            {"lost", results[0]},
            {"drawn", results[1]},
            {"won", results[2]}};
}

/// Throws Error unless it is the line of the next iteration.
SideResults results_from(const Json& line, const Spsa& spsa) {
    const SideResults results{value_at<int>(line, "lost"), value_at<int>(line, "drawn"),
                              value_at<int>(line, "won")};
    const auto negative = [](int games) { return games < 0; };
    if (std::ranges::any_of(results, negative) ||
        std::accumulate(results.begin(), results.end(), std::size_t{0}) !=
            2 * spsa.settings().pairs)
        throw Error("not the games of an iteration");
    if (spsa.over()) throw Error("one iteration too many");
    if (line != line_of(spsa, results))
        throw Error("not what iteration " + std::to_string(spsa.finished() + 1) +
                    " of these settings plays");
    return results;
}

} // namespace

Json tuning_settings_json(const MatchSettings& match, std::span<const Opening> openings,
                          const SpsaSettings& spsa) {
    Json json = settings_json(match, openings);
    json["engines"].erase(1);
    for (const char* const key : {"tournament", "rounds", "games", "swap", "event", "site"})
        json.erase(key);
    Json& tuning = json["spsa"] = {
        {"iterations", spsa.iterations}, {"pairs", spsa.pairs}, {"seed", spsa.seed}};
    for (const Parameter& parameter : spsa.parameters)
        tuning["parameters"].push_back({{"name", parameter.name},
                                        {"start", parameter.start},
                                        {"min", parameter.least},
                                        {"max", parameter.most},
                                        {"c_end", parameter.c_end},
                                        {"r_end", parameter.r_end}});
    return json;
}

Tuning::Tuning(Json settings)
    : settings_(std::move(settings)), spsa_(spsa_from(settings_)), course_{spsa_.values()} {}

void Tuning::finish(const SideResults& results) {
    spsa_.finish(results[2] - results[0]);
    course_.push_back(spsa_.values());
    for (std::size_t i = 0; i < results.size(); ++i) results_[i] += results[i];
}

bool is_tuning(const std::filesystem::path& file) {
    if (!std::filesystem::is_regular_file(file)) return false;
    std::ifstream in = open_text(file);
    std::string begin(BEGIN.size(), '\0');
    return in.read(begin.data(), static_cast<std::streamsize>(begin.size())) && begin == BEGIN;
}

Tuning read_tuning(const std::filesystem::path& file, std::uintmax_t* size) {
    JsonLinesReader lines(file);
    const auto header = lines.next();
    if (!header || header->value("tuning", Json()) != TUNING_FORMAT)
        throw lines.fault("not " + WHAT);
    const auto checked = [&lines](const auto& read) {
        try {
            return read();
        } catch (const std::exception& error) {
            throw lines.fault(error.what());
        }
    };
    Tuning tuning = checked([&] { return Tuning(member(*header, "settings")); });
    while (const auto line = lines.next())
        checked([&] { tuning.finish(results_from(*line, tuning.spsa())); });
    if (size != nullptr) *size = lines.size();
    return tuning;
}

TuningFile::TuningFile(const std::filesystem::path& file, Json settings)
    : tuning_(std::move(settings)) {
    RecordFile locked(file); // before it is read, so that no other process adds to it from here on
    const bool begun = has_first_line(file, BEGIN, WHAT);
    std::uintmax_t size = 0;
    if (begun) {
        Tuning earlier = read_tuning(file, &size);
        if (const auto other = difference(earlier.settings(), tuning_.settings()))
            throw Error(utf8_of(file) + " is the journal of another tuning (" + *other +
                        "); move it away, or name another with -journal file=");
        tuning_ = std::move(earlier);
    }
    lines_.emplace(std::move(locked), size);
    if (!begun) lines_->write({{"tuning", TUNING_FORMAT}, {"settings", tuning_.settings()}});
    lines_->sync();
}

void TuningFile::finish(const SideResults& results) {
    lines_->write(line_of(tuning_.spsa(), results));
    lines_->sync();
    tuning_.finish(results);
}

} // namespace agon::arena
