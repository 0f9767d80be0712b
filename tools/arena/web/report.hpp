// A match as one HTML page: settings, standings, curves, and every game on a board.
#pragma once

#include "engine/record/match_rules.hpp"
#include "engine/record/record.hpp"
#include "tools/arena/conversation/clock.hpp"
#include "tools/arena/journal/journals.hpp"
#include "tools/arena/stats/score_table.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace agon::match {

// What a game was like, as numbers: for a study that compares rule sets.

/// The figures of a finished game, without the actions of its opening.
///  - `game`, `opening` (the encounter, from 0), `white`, `black`, `result`, `termination`, and
///    `ending`: ending_of();
///  - `actions`; `branching`: legal actions at each, on average; `relocations`, exchanges among
///    them; `captures`: pieces captured or removed;
///  - `leads`: how often the lead changed sides. A side leads by the margin on which the last
///    scores of both engines agree; less than a pawn is no lead;
///  - `behind`: the greatest lead, in centipawns, of the side that lost; null where nobody did. A
///    mate is 10000;
///  - `seconds` from its beginning to its end, and `nodes` of all its searches.
[[nodiscard]] nlohmann::ordered_json figures_json(const GameRecord& record,
                                                  const MatchRules& rules);

// The games of a match as the page of a report reads them: it knows no rules, only what changes.

/// One action and its effect: the action's text, then what differs from its plain meaning.
///
/// Plainly, two cells move a piece, which is then not captured; one cell puts a guard of the side
/// whose turn it is there, from its reserve; the clock of rules.md section 8 goes up; the turn
/// passes; and the side whose turn it is has chosen. After that come, in this order:
///  - `:` with a cell and what stands there instead, `.`, `G`, `Q`, `g` or `q`, with `*` when it
///    is captured, as ":c3g*", for each such cell;
///  - `!` when the clock is 0, `=` when the turn has not passed, `~` when the other side chose.
[[nodiscard]] std::string change_text(const Position& before, Move move, const Position& after,
                                      Side chooser);

/// Number, round, names, result and reason, first position, clocks and actions, for the page's
/// script. `clocks` are those of the beginning. An action is its change_text() and, where there are
/// any, score from white's side, depth, seconds, nodes, selective depth and seconds left on the
/// clock, each after a comma; or "book". `forfeited` has the reasons for forfeited turns, by ply.
[[nodiscard]] nlohmann::ordered_json page_json(const GameRecord& record, const MatchRules& rules,
                                               PerSide<Clock> clocks);

// What a reader wants to know first: when it was, who won by how much, and whether that is certain.

struct Headline {
    std::string date;    ///< "2026-11-21" or "2026-11-20 to 2026-11-21", UTC; empty when not known
    std::string result;  ///< "A beat B by 3.5 to 0.5 in 4 games, +3 =1 -0"
    std::string verdict; ///< "Undecided after 200 of about 1140 games."
};

/// `scores` are those of all games, `schedule` is after them; `names` are the engines'. Throws a
/// std::exception for faulty settings.
[[nodiscard]] Headline headline_of(const MatchHistory& match, const std::vector<std::string>& names,
                                   const ScoreTable& scores, const Schedule& schedule);

// A match as one HTML page: settings, standings, curves, and every game on a board.

/// What the page shows; its script makes the tables and curves from it.
///  - `title`, `settings` (those of the journal); `date`, `result`, `verdict` of headline_of().
///  - `ranks`, the best engine first: an engine's name, ratings as text, games as
///    [lost, drawn, won], in all and `bySide`, pairs of games by points 0 to 2, faults by kind.
///  - `games`: page_json() of each, with its `ending`.
///  - `elo`: for one of two engines, or for each of more, points [games, value, half the 95 %
///    interval], after some 400 of the games. `ratio`: sprt_line(); `llr`: points [games, value],
///    and `bounds`, the lower and the upper one.
///  - `rounds`: rounds_json().
/// Throws Error when there is no game, or one that does not follow from the settings.
[[nodiscard]] Json report_json(const MatchHistory& match);

/// An HTML document that needs nothing else, of about 35 bytes an action. Throws as report_json().
[[nodiscard]] std::string report_page(const MatchHistory& match);

} // namespace agon::match
