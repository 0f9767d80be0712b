#include "tools/arena/web/report.hpp"

#include "engine/error.hpp"
#include "engine/game/apply.hpp"
#include "engine/game/movegen.hpp"
#include "engine/record/notation.hpp"
#include "tools/arena/journal/journal_settings.hpp"
#include "tools/arena/stats/score_table.hpp"
#include "tools/arena/web/page.hpp"
#include "tools/arena/web/standings.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <numeric>
#include <optional>
#include <spdlog/fmt/chrono.h>
#include <spdlog/fmt/fmt.h>

namespace agon::match {
namespace {

constexpr int LEAD = 100;   // centipawns
constexpr int MATE = 10000; // as centipawns

/// In centipawns for white; nothing without a score.
std::optional<int> score_for_white(const ActionRecord& action) {
    const Evaluation& said = action.evaluation;
    if (said.kind == Evaluation::Kind::None) return std::nullopt;
    int value = std::clamp(said.value, -MATE, MATE);
    // "mate 0" says that the side has lost.
    if (said.kind == Evaluation::Kind::Mate) value = said.value > 0 ? MATE : -MATE;
    return action.chooser == Side::White ? value : -value;
}

/// The lead on which both engines agree, from white's side, as the game goes on.
class Lead {
public:
    void add(const ActionRecord& action) {
        said_[action.chooser] = score_for_white(action);
        if (!said_[0] || !said_[1]) return;
        const int low = std::min(*said_[0], *said_[1]), high = std::max(*said_[0], *said_[1]);
        const int lead = low > 0 ? low : std::min(high, 0);
        greatest_[0] = std::max(greatest_[0], lead);
        greatest_[1] = std::max(greatest_[1], -lead);
        if (lead > -LEAD && lead < LEAD) return;
        const Side leader = lead > 0 ? Side::White : Side::Black;
        if (leader_ && *leader_ != leader) ++changes_;
        leader_ = leader;
    }

    [[nodiscard]] int changes() const { return changes_; }
    [[nodiscard]] int greatest(Side side) const { return greatest_[side]; }

private:
    PerSide<std::optional<int>> said_;
    PerSide<int> greatest_{};
    std::optional<Side> leader_;
    int changes_ = 0;
};

std::size_t on_board(const Position& position) {
    return static_cast<std::size_t>(position.occupied().count());
}

/// Pieces that an action captured or took off the board.
std::size_t captures(const RuleSet& rules, const Position& before, const Position& after,
                     bool relocation) {
    auto count = static_cast<std::size_t>((after.captured - before.captured).count());
    // The guard that an exchange removes was not captured by it.
    if (rules.bloody() && relocation) return count;
    if (on_board(after) < on_board(before)) count += on_board(before) - on_board(after);
    return count;
}

} // namespace

nlohmann::ordered_json figures_json(const GameRecord& record, const MatchRules& rules) {
    std::size_t actions = 0, choices = 0, captured = 0, relocations = 0;
    std::uint64_t nodes = 0;
    Lead lead;
    Position position = record.first;
    for (const ActionRecord& action : record.actions) {
        const Position before = position;
        apply(rules.rules, position, action.move);
        if (action.book) continue;
        ++actions;
        choices += count_legal(rules.rules, before);
        nodes += action.evaluation.nodes;
        const bool relocation = !action.move.is_pass() && !action.move.is_placement() &&
                                before.captured.contains(action.move.from());
        if (relocation) ++relocations;
        captured += captures(rules.rules, before, position, relocation);
        lead.add(action);
    }
    nlohmann::ordered_json behind;
    for (const Side side : BOTH_SIDES)
        if (record.verdict.result == win_of(side)) behind = lead.greatest(~side);
    return {{"game", record.number},
            {"opening", record.encounter},
            {"white", record.names[0]},
            {"black", record.names[1]},
            {"result", to_text(record.verdict.result)},
            {"termination", to_text(record.verdict.termination)},
            {"ending", ending_of(record.verdict)},
            {"actions", actions},
            {"branching",
             static_cast<double>(choices) / static_cast<double>(std::max<std::size_t>(actions, 1))},
            {"captures", captured},
            {"relocations", relocations},
            {"leads", lead.changes()},
            {"behind", behind},
            {"seconds", std::chrono::duration<double>(record.ended - record.begun).count()},
            {"nodes", nodes}};
}

namespace {

/// What the page shows on a cell: the letter of the position text, and `*` when it is captured.
std::string content(const Position& position, Cell cell) {
    for (const Side side : BOTH_SIDES) {
        if (!position.pieces[side].contains(cell)) continue;
        const bool queen = position.queens[side] == cell;
        const std::string letter(1, "GgQq"[(queen ? 2 : 0) + index(side)]);
        return position.captured.contains(cell) ? letter + '*' : letter;
    }
    return ".";
}

/// The same after the plain meaning of an action.
std::string plain_content(const Position& before, Move move, Cell cell) {
    if (move.is_pass() || (cell != move.from() && cell != move.to())) return content(before, cell);
    if (cell == move.from()) return ".";
    if (move.is_placement()) return before.turn == Side::White ? "G" : "g";
    return content(before, move.from()).substr(0, 1);
}

/// Fields after commas; empty ones at the end are left out.
std::string comment_fields(const ActionRecord& action, std::optional<Milliseconds> left) {
    if (action.book) return ",book";
    const Evaluation said = of_white(action.evaluation, action.chooser);
    const auto number = [](auto value) { return value == 0 ? "" : std::to_string(value); };
    std::string text;
    for (const std::string& field :
         {score_text(said), number(said.depth),
          fmt::format("{:.3f}", std::chrono::duration<double>(action.elapsed).count()),
          number(said.nodes), number(said.seldepth), left ? to_seconds(*left) : ""})
        text += ',' + field;
    text.erase(text.find_last_not_of(',') + 1);
    return text;
}

} // namespace

std::string change_text(const Position& before, Move move, const Position& after, Side chooser) {
    std::string text = to_text(move);
    BOARD.for_each([&](Cell cell) {
        const std::string is = content(after, cell);
        if (is != plain_content(before, move, cell)) text += ':' + cell.text() + is;
    });
    if (after.clock == 0) text += '!';
    if (after.turn == before.turn) text += '=';
    if (chooser != before.turn) text += '~';
    return text;
}

Json page_json(const GameRecord& record, const MatchRules& rules, PerSide<Clock> clocks) {
    Json json{{"game", record.number},
              {"round", record.round},
              {"white", record.names[0]},
              {"black", record.names[1]},
              {"result", to_text(record.verdict.result)},
              {"reason", record.verdict.reason},
              {"first", to_text(record.first)}};
    for (const Clock& clock : clocks)
        json["clocks"].push_back(clock.remaining() ? to_seconds(*clock.remaining()) : "");
    std::string actions;
    Json forfeited = Json::object();
    Position position = record.first;
    for (const ActionRecord& action : record.actions) {
        Clock& clock = clocks[action.chooser];
        // Overruns that the margin forgave count as no time left.
        if (!action.book) static_cast<void>(clock.spend(action.elapsed));
        const Position before = position;
        apply(rules.rules, position, action.move);
        if (!action.forfeited.empty())
            forfeited[std::to_string(&action - record.actions.data() + 1)] = action.forfeited;
        if (!actions.empty()) actions += ' ';
        actions += change_text(before, action.move, position, action.chooser) +
                   comment_fields(action, clock.remaining());
    }
    json["actions"] = actions;
    if (!forfeited.empty()) json["forfeited"] = forfeited;
    return json;
}

namespace {

constexpr double CERTAIN = 0.975; // of the likelihood of superiority: one end of the 95 % interval

std::string day(std::chrono::system_clock::time_point time) {
    return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::chrono::system_clock::to_time_t(time)));
}

/// "3.5", or "3" for a whole number.
std::string points_text(double points) {
    return points == std::floor(points) ? fmt::format("{:.0f}", points)
                                        : fmt::format("{:.1f}", points);
}

std::string games_text(std::uint64_t games) {
    return games == 1 ? "1 game" : fmt::format("{} games", games);
}

std::string date_of(const MatchHistory& match) {
    using Time = std::chrono::system_clock::time_point;
    Time first = Time::max(), last{};
    for (const auto& [number, record] : match.games) {
        if (record.begun == Time{}) continue;
        first = std::min(first, record.begun);
        last = std::max(last, record.ended);
    }
    if (last == Time{}) return "";
    return day(first) == day(last) ? day(first) : day(first) + " to " + day(last);
}

/// The games that white lost, drew and won, where engines met only themselves; else nothing.
std::optional<std::array<std::uint64_t, 3>> self_play(std::size_t engines,
                                                      const ScoreTable& scores) {
    std::array<std::uint64_t, 3> games{};
    for (std::size_t engine = 0; engine < engines; ++engine) {
        if (scores.score(engine).played() != 0) return std::nullopt;
        for (std::size_t i = 0; i < games.size(); ++i)
            games[i] += scores.score(engine).by_side[0][i];
    }
    return games[0] + games[1] + games[2] == 0 ? std::nullopt : std::optional(games);
}

std::string self_play_result(const std::array<std::uint64_t, 3>& games) {
    return fmt::format("White won {}, black {} of {}, {} drawn", games[2], games[0],
                       games_text(games[0] + games[1] + games[2]), games[1]);
}

std::string duel_result(const std::vector<std::string>& names, const ScoreTable& scores) {
    const Score &one = scores.score(0), &two = scores.score(1);
    const bool second = two.points() > one.points();
    const Score& ahead = second ? two : one;
    const double won = ahead.points(), lost = static_cast<double>(one.played()) - won;
    const std::string after = games_text(one.played());
    if (won == lost)
        return fmt::format("{} and {} are level at {} to {} after {}", names[0], names[1],
                           points_text(won), points_text(lost), after);
    return fmt::format("{} beat {} by {} to {} in {}, +{} ={} -{}", names[second ? 1 : 0],
                       names[second ? 0 : 1], points_text(won), points_text(lost), after,
                       ahead.games[2], ahead.games[1], ahead.games[0]);
}

/// Of a test: "H1 was accepted after 204 games: ...".
std::string sprt_verdict(const Sprt& sprt, const std::vector<std::string>& names,
                         const ScoreTable& scores) {
    const Cells cells = sprt_cells(sprt, scores);
    const std::uint64_t played = scores.score(0).played();
    const SprtSettings& settings = sprt.settings();
    if (const auto accepted = sprt.accepted(cells))
        return fmt::format("{} was accepted after {}: {} is rather {} than {} Elo ({}) stronger "
                           "than {}.",
                           *accepted, games_text(played), names[0],
                           *accepted == "H1" ? settings.elo1 : settings.elo0,
                           *accepted == "H1" ? settings.elo0 : settings.elo1,
                           to_text(settings.model), names[1]);
    const auto units = sprt.units_left(cells);
    if (!units) return fmt::format("Undecided after {}.", games_text(played));
    const double left = std::ceil(*units * static_cast<double>(cells.size() - 1) / 2);
    return fmt::format("Undecided after {} of about {:.0f} games.", played,
                       static_cast<double>(played) + left);
}

std::string duel_verdict(const std::vector<std::string>& names, const ScoreTable& scores) {
    const Rating rating = rate(scores.cells(0));
    const bool second = rating.los < 0.5;
    const double los = second ? 1 - rating.los : rating.los;
    if (los < CERTAIN) return "Too few games to tell who is stronger.";
    return fmt::format("{} is the stronger one, with a likelihood of {} %.", names[second ? 1 : 0],
                       fixed(std::min(los, 0.9999) * 100));
}

/// Engines by points, the most first; equals in the order of listing.
std::vector<std::size_t> by_points(std::size_t engines, const ScoreTable& scores) {
    std::vector<std::size_t> order(engines);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater(),
                             [&](std::size_t engine) { return scores.score(engine).points(); });
    return order;
}

std::string group_result(const std::vector<std::string>& names, const ScoreTable& scores) {
    const auto order = by_points(names.size(), scores);
    const Score &first = scores.score(order[0]), &next = scores.score(order[1]);
    const double lead = first.points() - next.points();
    const std::string points = fmt::format("with {} points of {}", points_text(first.points()),
                                           games_text(first.played()));
    if (lead == 0)
        return fmt::format("{} and {} lead {} engines {}", names[order[0]], names[order[1]],
                           names.size(), points);
    return fmt::format("{} is first of {} engines {}, {} ahead of {}", names[order[0]],
                       names.size(), points, points_text(lead), names[order[1]]);
}

std::string swiss_result(const std::vector<Standing>& standings,
                         const std::vector<std::string>& names) {
    const Standing &first = standings[0], &next = standings[1];
    const auto points = [](std::size_t half) { return points_text(static_cast<double>(half) / 2); };
    const std::string with = points(first.half_points) + " points";
    if (first.half_points == next.half_points && first.buchholz == next.buchholz)
        return fmt::format("{} and {} lead {} engines with {}", names[first.engine],
                           names[next.engine], names.size(), with);
    return fmt::format(
        "{} is first of {} engines with {}, {}ahead of {}{}", names[first.engine], names.size(),
        with,
        first.half_points == next.half_points ? ""
                                              : points(first.half_points - next.half_points) + ' ',
        names[next.engine], first.half_points == next.half_points ? " by Buchholz" : "");
}

std::string knockout_result(const std::optional<std::size_t>& winner,
                            const std::vector<std::string>& names) {
    return winner ? names[*winner] + " won the knockout of " + std::to_string(names.size()) +
                        " engines"
                  : "The knockout of " + std::to_string(names.size()) + " engines is not over";
}

} // namespace

Headline headline_of(const MatchHistory& match, const std::vector<std::string>& names,
                     const ScoreTable& scores, const Schedule& schedule) {
    Headline headline{date_of(match), "", ""};
    if (const auto games = self_play(names.size(), scores)) {
        headline.result = self_play_result(*games);
        return headline;
    }
    if (names.size() > 2) {
        const auto standings = schedule.standings();
        const auto rounds = schedule.rounds();
        headline.result = !standings.empty() ? swiss_result(standings, names)
                          : !rounds.empty()  ? knockout_result(winner_of(rounds), names)
                                             : group_result(names, scores);
        return headline;
    }
    if (scores.score(0).played() == 0) {
        headline.result = "No game was finished";
        return headline;
    }
    headline.result = duel_result(names, scores);
    const auto settings = sprt_from(match.settings);
    headline.verdict =
        settings ? sprt_verdict(Sprt(*settings), names, scores) : duel_verdict(names, scores);
    return headline;
}

namespace {

std::string title_of(const std::vector<std::string>& names) {
    if (names.size() == 1 && names[0] == "?") return "Unknown players";
    if (names.size() == 1) return names[0] + " against itself";
    if (names.size() == 2) return names[0] + " vs " + names[1];
    return std::to_string(names.size()) + " engines";
}

} // namespace

Json report_json(const MatchHistory& match) {
    if (match.games.empty())
        throw Error("no game has been finished, so there is nothing to report");
    const auto engines = engines_from(match.settings);
    const auto names = names_of(engines);
    const bool duel = names.size() == 2;
    ScoreTable scores(names, schedule_from(match.settings).paired());
    std::optional<Sprt> sprt;
    if (const auto settings = sprt_from(match.settings)) sprt.emplace(*settings);

    Json games = Json::array(), llr = Json::array();
    Json elo(duel ? 1 : names.size(), Json::array());
    // Whole encounters between two points of a curve: half of one says nothing.
    const std::size_t step = 2 * (match.games.size() / (2 * MOST_POINTS) + 1);
    for (const auto& [number, record] : match.games) {
        const ScheduledGame game = played_game(record, names);
        if (record.verdict.result != Result::Unfinished)
            scores.add(game, record.verdict, forfeited_turns(record));
        games.push_back(page_json(record, match.rules,
                                  {Clock(engines[game.players[0]].time_control),
                                   Clock(engines[game.players[1]].time_control)}));
        games.back()["ending"] = ending_of(record.verdict);
        if (games.size() % step != 0 && games.size() != match.games.size()) continue;
        add_elo(elo, games.size(), scores, duel);
        if (sprt) llr.push_back({games.size(), sprt->llr(sprt_cells(*sprt, scores))});
    }

    const PlayedSchedule played = schedule_of(match, names);
    const Schedule& schedule = played.schedule();
    const Headline headline = headline_of(match, names, scores, schedule);
    Json json{{"title", title_of(names)},
              {"date", headline.date},
              {"result", headline.result},
              {"verdict", headline.verdict},
              {"variant", match.rules.variant},
              {"setup", match.rules.setup},
              {"settings", match.settings},
              {"ranks", ranks_json(names, scores, schedule.standings())},
              {"rounds", rounds_json(schedule.rounds(), match, names)},
              {"elo", elo}};
    if (sprt) {
        json["ratio"] = sprt_line(*sprt, scores);
        json["llr"] = llr;
        json["bounds"] = {sprt->lower(), sprt->upper()};
    }
    json["games"] = std::move(games);
    return json;
}

std::string report_page(const MatchHistory& match) {
    const Json data = report_json(match);
    return page_of(
        data,
        filled(embedded::MATCH_HTML, {{"title", escaped_title(data)}, {"board", sample_board()}}),
        embedded::MATCH_JS);
}

} // namespace agon::match
