#include "tools/arena/cli/conversion.hpp"

#include "engine/error.hpp"
#include "engine/record/pgn_records.hpp"
#include "engine/utf8.hpp"
#include "tools/arena/cli/engine_arguments.hpp"
#include "tools/arena/foreign/abstract_play.hpp"
#include "tools/arena/journal/journals.hpp"

#include <algorithm>
#include <cassert>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace agon::match {
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
        return make_match_rules(rules.variant, rules.setup, "", {}).rules == rules.rules;
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

/// `has` is what is left of `had`.
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
            lost.insert("rules of your own, but for their name: reading needs --variant-path");
        if (format == GameFormat::Sgf && game.record.first != game.rules.start())
            lost.insert("positions of their own: they are in the property FEN, which other "
                        "programs do not know");
    }
    return lost;
}

namespace {

GameFormat guess(const std::string& file) {
    if (const auto format = format_of(file)) return *format;
    return open_text(file).peek() == '{' ? GameFormat::Journal : GameFormat::Pgn;
}

std::vector<RecordedGame> read(const std::string& file, GameFormat format,
                               const FindRules& find_rules) {
    if (format == GameFormat::Journal) return games_of(read_journals({file}));
    std::ifstream in = open_text(file);
    try {
        if (format == GameFormat::Pgn) return read_pgn(in, find_rules);
        if (format == GameFormat::Sgf) return read_sgf(in, find_rules);
    } catch (const Error& error) {
        throw Error(file + ':' + error.what());
    }
    try {
        const Json json = parse_json(in);
        if (json.is_discarded()) throw Error("no JSON");
        return from_abstract_play(json, find_rules);
    } catch (const Error& error) {
        throw Error(file + ": " + error.what());
    }
}

} // namespace

bool is_journal(const std::string& file) { return guess(file) == GameFormat::Journal; }

const std::vector<std::string>& format_names() {
    static const std::vector<std::string> NAMES{"pgn", "journal", "sgf", "abstractplay"};
    return NAMES;
}

GameFormat find_format(const std::string& name) {
    const auto found = std::ranges::find(format_names(), name);
    assert(found != format_names().end());
    return static_cast<GameFormat>(found - format_names().begin());
}

std::optional<GameFormat> format_of(const std::string& file) {
    const std::string ending = std::filesystem::path(file).extension().string();
    if (ending == ".pgn") return GameFormat::Pgn;
    if (ending == ".jsonl") return GameFormat::Journal;
    if (ending == ".sgf") return GameFormat::Sgf;
    if (ending == ".json") return GameFormat::AbstractPlay;
    return std::nullopt;
}

std::vector<RecordedGame> read_games(const std::vector<std::string>& files,
                                     std::optional<GameFormat> format, const DefaultRules& rules) {
    const FindRules find_rules = [&](const auto& variant, const auto& setup) {
        return make_match_rules(variant.value_or(rules.variant), setup.value_or(rules.setup),
                                rules.variant_path, {});
    };
    static_cast<void>(
        read_rules("--variant", rules.variant, "--setup", rules.setup, rules.variant_path));
    std::vector<RecordedGame> games;
    for (const std::string& file : files)
        std::ranges::move(read(file, format.value_or(guess(file)), find_rules),
                          std::back_inserter(games));
    return games;
}

MatchHistory read_match(const std::vector<std::string>& files, const DefaultRules& rules) {
    return std::ranges::all_of(files, is_journal)
               ? read_journals(files)
               : match_of(read_games(files, std::nullopt, rules));
}

} // namespace agon::match
