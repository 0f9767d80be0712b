#include "tools/arena/cli/conversion.hpp"

#include "engine/error.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/pgn_records.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/recorded_game.hpp"
#include "protocol/record/result.hpp"
#include "protocol/record/wall_time.hpp"
#include "tools/arena/cli/game_files.hpp"
#include "tools/arena/foreign/abstract_play.hpp"
#include "tools/arena/journal/games_as_match.hpp"
#include "tools/arena/journal/json.hpp"

#include <sstream>

namespace agon::arena {
namespace {

using Losses = std::set<std::string>;

/// The game, written and read back by a reader that knows its variant.
RecordedGame reread(const RecordedGame& game, GameFormat format, SgfMoves moves) {
    const FindRules rules = [&](const auto&, const std::optional<std::string>& setup) {
        MatchRules known = game.rules;
        known.limits = {};
        known.setup =
            setup.value_or(std::string(setup_names()[static_cast<std::size_t>(known.rules.setup)]));
        return known;
    };
    const std::string text = text_of({game}, format, moves);
    if (format == GameFormat::AbstractPlay)
        return from_abstract_play(parse_json(text), rules).at(0);
    std::istringstream in(text);
    return (format == GameFormat::Pgn ? read_pgn(in, rules) : read_sgf(in, rules)).at(0);
}

bool is_preset(const MatchRules& rules) {
    try {
        return make_match_rules(rules.variant, rules.setup, {}, {}).rules == rules.rules;
    } catch (const Error&) {
        return false;
    }
}

void compare_times(WallTime had, WallTime has, Losses& lost) {
    if (had == has) return;
    const auto off = had > has ? had - has : has - had;
    lost.insert(off < std::chrono::seconds(1) ? "fractions of a second in times of day"
                                              : "times of day");
}

/// `has` is what remains of `had`.
void compare(const ActionRecord& had, const ActionRecord& has, Losses& lost) {
    if (had.elapsed != has.elapsed)
        lost.insert(std::chrono::round<Milliseconds>(had.elapsed) == has.elapsed
                        ? "times of actions below a millisecond"
                        : "times of actions");
    const Evaluation &said = had.evaluation, &kept = has.evaluation;
    if (said.kind != kept.kind || said.value != kept.value) lost.insert("scores");
    if (said.depth != kept.depth)
        lost.insert(said.kind == Evaluation::Kind::None ? "depths without a score" : "depths");
    if (said.seldepth != kept.seldepth) lost.insert("selective depths");
    if (said.nodes != kept.nodes) lost.insert("nodes");
    if (said.nps != kept.nps || said.hashfull != kept.hashfull || said.took != kept.took)
        lost.insert("speed, fill of the hash table, and latency");
    if (said.lines != kept.lines || had.forfeited != has.forfeited)
        lost.insert("some characters of what engines said");
    if (had.book != has.book) lost.insert("which actions are of the opening");
}

void compare(const RecordedGame& game, const RecordedGame& left, Losses& lost) {
    const GameRecord &had = game.record, &has = left.record;
    compare_times(had.begun, has.begun, lost);
    compare_times(had.ended, has.ended, lost);
    for (const Side side : BOTH_SIDES) {
        const TimeControl &before = had.controls[side], &after = has.controls[side];
        if (to_text(before) != to_text(after)) lost.insert("time controls");
        if (before.nodes != after.nodes || before.depth != after.depth ||
            before.margin != after.margin)
            lost.insert("limits of nodes and depth, and time margins");
    }
    if (had.names != has.names) lost.insert("some characters of names");
    if (game.tags.event != left.tags.event || game.tags.site != left.tags.site)
        lost.insert("event and site as they are");
    if (had.round != has.round) lost.insert("rounds");
    for (const auto& [tag, text] : game.tags.as_read) {
        const auto kept = left.tags.as_read.find(tag);
        const bool says = !text.empty() && text != "?";
        if (says && (kept == left.tags.as_read.end() || kept->second != text))
            lost.insert("the text of the tag " + tag);
    }
    if (game.rules.limits != left.rules.limits) lost.insert("limits of draws other than 3 and 100");
    if (game.rules.setup != left.rules.setup) lost.insert("setups from which no game begins");
    if (had.verdict.termination == Termination::Adjudication &&
        has.verdict.termination != Termination::Adjudication)
        lost.insert("adjudication: its reason is a comment");
    else if (had.verdict.termination != has.verdict.termination ||
             had.verdict.fault != has.verdict.fault)
        lost.insert("the kind of a forfeit: its reason is a comment");
    if (had.verdict.reason != has.verdict.reason) lost.insert("some characters of reasons");
    for (std::size_t i = 0; i < had.actions.size() && i < has.actions.size(); ++i)
        compare(had.actions[i], has.actions[i], lost);
}

} // namespace

std::string text_of(const std::vector<RecordedGame>& games, GameFormat format, SgfMoves moves) {
    std::string text;
    if (format == GameFormat::AbstractPlay) {
        Json list = Json::array();
        for (const RecordedGame& game : games)
            list.push_back(to_abstract_play(game, std::chrono::system_clock::now()));
        return (list.size() == 1 ? list[0] : list).dump(2) + '\n';
    }
    for (const RecordedGame& game : games)
        text += format == GameFormat::Sgf ? to_sgf(game, moves)
                                          : to_pgn(game.record, game.rules, game.tags);
    return text;
}

Losses losses(const std::vector<RecordedGame>& games, GameFormat format, SgfMoves moves) {
    Losses lost;
    const bool journal = format == GameFormat::Journal;
    const auto match = journal ? games_of(match_of(games)) : std::vector<RecordedGame>();
    for (std::size_t i = 0; i < games.size(); ++i) {
        const RecordedGame& game = games[i];
        compare(game, journal ? match[i] : reread(game, format, moves), lost);
        if (!journal && !is_preset(game.rules))
            lost.insert("custom rules, except for their name: reading needs --variant-path");
        if (format == GameFormat::Sgf && game.record.first != game.rules.start())
            lost.insert(
                "positions other than the setup's: they are in the property FEN, which other "
                "programs do not know");
    }
    return lost;
}

} // namespace agon::arena
