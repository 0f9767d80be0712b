#include "protocol/cli/values.hpp"

#include "engine/path_text.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace agon::program {
namespace {

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return result;
}

/// How many letters to insert, drop, replace or swap with a neighbour to turn `a` into `b`.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before, last, row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0U);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        before = std::exchange(last, row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row.back();
}

} // namespace

std::string suggestion(std::string_view word, const Words& names) {
    const std::string typed = lower(word);
    std::size_t least = 1 + std::max<std::size_t>(1, typed.size() / 4);
    std::string nearest;
    for (const std::string& name : names) {
        const std::string wanted = lower(name);
        const auto far =
            typed.size() > 2 && wanted.starts_with(typed) ? 1 : distance(typed, wanted);
        if (far >= least) continue;
        least = far;
        nearest = name;
    }
    return nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest);
}

UsageError unknown(std::string_view kind, std::string_view word, const Words& names,
                   std::string_view command) {
    std::string hint = suggestion(word, names);
    if (hint.empty()) hint = fmt::format("; see '{} --help'", command);
    return UsageError(fmt::format("unknown {} '{}'{}", kind, word, hint));
}

UsageError unexpected(std::string_view what, std::string_view expected, std::string_view text) {
    return UsageError(fmt::format("{}: expected {}, got '{}'", what, expected, text));
}

bool truth(std::string_view what, std::string_view text) {
    if (text == "true" || text == "on") return true;
    if (text == "false" || text == "off") return false;
    throw unexpected(what, "true or false", text);
}

const std::string& choice(std::string_view what, const std::string& text, const Words& names) {
    if (std::ranges::find(names, text) != names.end()) return text;
    throw UsageError(fmt::format("{}: expected one of {}, got '{}'{}", what, fmt::join(names, " "),
                                 text, suggestion(text, names)));
}

void check_directory(std::string_view what, const std::string& file) {
    const auto directory = path_of(file).parent_path();
    std::error_code ignored;
    if (!directory.empty() && !std::filesystem::is_directory(directory, ignored))
        throw std::runtime_error(
            fmt::format("{}: there is no directory '{}'", what, utf8_of(directory)));
}

} // namespace agon::program
