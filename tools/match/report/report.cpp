#include "tools/match/report/report.hpp"

#include "engine/draw/diagram.hpp"
#include "engine/draw/markup.hpp"
#include "engine/error.hpp"
#include "engine/notation.hpp"
#include "tools/match/report/assets.hpp"
#include "tools/match/report/games.hpp"
#include "tools/match/report/tables.hpp"
#include "tools/match/tournament/journal_settings.hpp"

namespace agon::match {
namespace {

/// One of everything that a board can show, for the page's script to copy: both queens, all guards
/// in reserve, a captured piece, and a last action from the left to the right.
std::string sample_board() {
    Position position = setup_position(RuleSet{}, Setup::Placement);
    position.captured = position.queen(Side::White);
    return svg_diagram(position, {.last = Move(*Cell::parse("a6"), *Cell::parse("l6"))});
}

/// As the content of a `script` element: nothing in it ends the element or begins a comment.
std::string script_json(const Json& json) {
    std::string text;
    for (const char c : json.dump(-1, ' ', true, Json::error_handler_t::replace))
        c == '<' ? text += "\\u003c" : text += c;
    return text;
}

/// The page with each `{{name}}` replaced by the text of that name.
std::string filled(std::string_view page, const std::map<std::string_view, std::string>& texts) {
    std::string result;
    for (auto open = page.find("{{"); open != std::string_view::npos; open = page.find("{{")) {
        const auto close = page.find("}}", open);
        result += page.substr(0, open);
        result += texts.at(page.substr(open + 2, close - open - 2));
        page.remove_prefix(close + 2);
    }
    return result += page;
}

std::string title_of(const std::vector<std::string>& names) {
    if (names.size() == 2) return names[0] + " vs " + names[1];
    return std::to_string(names.size()) + " engines";
}

} // namespace

std::string report_page(const MatchHistory& match) {
    if (match.games.empty())
        throw Error("no game has been finished, so there is nothing to report");
    const auto engines = engines_from(match.settings);
    const auto names = names_of(engines);
    const bool paired = paired_from(match.settings);
    ScoreTable scores(names, paired);
    std::vector<ReportedGame> games;
    Json boards = Json::array();
    for (const auto& [number, record] : match.games) {
        games.push_back({played_game(record, names), record.verdict, forfeited_turns(record)});
        scores.add(games.back().game, record.verdict, games.back().forfeited);
        GameRecord timed = record;
        for (const Side side : BOTH_SIDES)
            timed.controls[index(side)] =
                engines[games.back().game.players[index(side)]].time_control;
        boards.push_back(page_json(timed, match.rules));
    }

    std::string curves = to_svg(elo_chart(names, paired, games));
    std::string verdict;
    if (const auto settings = sprt_from(match.settings)) {
        const Sprt sprt(*settings);
        curves += to_svg(llr_chart(names, paired, sprt, games));
        verdict = sprt_line(sprt, scores);
        if (const auto accepted = sprt.accepted(sprt_cells(sprt, scores)))
            verdict += ": " + std::string(*accepted) + " was accepted";
    }
    const HtmlTable faults = faults_table(names, scores);
    const std::string title = title_of(names);
    const std::string event = match.settings.value("event", "");
    return filled(
        PAGE_HTML,
        {{"title", attribute_escaped(title)},
         {"css", std::string(PAGE_CSS)},
         {"summary",
          attribute_escaped((event.empty() ? "" : event + ": ") + std::to_string(games.size()) +
                            " games of " + match.rules.variant + ", setup " + match.rules.setup)},
         {"ranks", to_html(ranks_table(names, scores))},
         {"cross", to_html(cross_table(names, games))},
         {"sprt", verdict.empty() ? "" : "<p>" + attribute_escaped(verdict) + "</p>\n"},
         {"curves", curves},
         {"endings", to_html(endings_table(games)) + to_html(sides_table(names, scores)) +
                         (faults.rows.empty() ? "" : to_html(faults))},
         {"settings",
          to_html(engines_table(match.settings)) + to_html(settings_table(match.settings))},
         {"board", sample_board()},
         {"games", script_json(boards)},
         {"js", std::string(PAGE_JS)}});
}

} // namespace agon::match
