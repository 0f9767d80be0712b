// What a match was and what it brought, as tables of a report.
#pragma once

#include "tools/match/formats/journal.hpp"
#include "tools/match/report/curves.hpp"
#include "tools/match/report/html.hpp"

#include <span>

namespace agon::match {

/// The settings of a journal but its engines, in its own words.
[[nodiscard]] HtmlTable settings_table(const Json& settings);
/// The engines of those settings, a row each.
[[nodiscard]] HtmlTable engines_table(const Json& settings);

/// Ratings of all engines, the best first.
[[nodiscard]] HtmlTable ranks_table(const std::vector<std::string>& names, const ScoreTable& table);
/// Points of each engine against each other.
[[nodiscard]] HtmlTable cross_table(const std::vector<std::string>& names,
                                    std::span<const ReportedGame> games);
/// How games ended, by winning side.
[[nodiscard]] HtmlTable endings_table(std::span<const ReportedGame> games);
/// Results of each engine by its side.
[[nodiscard]] HtmlTable sides_table(const std::vector<std::string>& names, const ScoreTable& table);
/// How often each engine failed, those alone that did; turns forfeited included.
[[nodiscard]] HtmlTable faults_table(const std::vector<std::string>& names,
                                     const ScoreTable& table);

} // namespace agon::match
