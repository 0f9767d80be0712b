#include "tools/match/formats/pgn_records.hpp"

#include "engine/error.hpp"
#include "engine/notation.hpp"
#include "tools/match/formats/comment_reader.hpp"
#include "tools/match/formats/game_builder.hpp"
#include "tools/match/formats/pgn_reader.hpp"
#include "tools/match/formats/times.hpp"

#include <algorithm>
#include <charconv>

namespace agon::match {
namespace {

constexpr std::string_view TAGS[] = {"Event",
                                     "Site",
                                     "Date",
                                     "Round",
                                     "White",
                                     "Black",
                                     "Result",
                                     "Variant",
                                     "SetUp",
                                     "FEN",
                                     "PlyCount",
                                     "TimeControl",
                                     "WhiteTimeControl",
                                     "BlackTimeControl",
                                     "GameStartTime",
                                     "GameEndTime",
                                     "Termination"};

/// No clock where the tag says what is none.
TimeControl control_of(const PgnGame& game, const char* of_side) {
    try {
        return parse_time_control(
            game.tag(of_side).value_or(game.tag("TimeControl").value_or("-")));
    } catch (const Error&) {
        return {};
    }
}

Verdict verdict_of(const PgnGame& game, std::string reason) {
    Verdict verdict;
    verdict.reason = std::move(reason);
    verdict.result = find_result(game.result).value_or(Result::Unfinished);
    if (verdict.result == Result::Unfinished) return verdict;
    verdict.termination =
        find_termination(game.tag("Termination").value_or("")).value_or(Termination::Normal);
    verdict.fault = fault_of(verdict.termination, verdict.reason);
    return verdict;
}

/// What its comments say beside what an engine said goes to `left_out`.
GameRecord record_of(const PgnGame& game, const MatchRules& rules,
                     std::set<std::string>& left_out) {
    GameBuilder builder(rules, game.first);
    std::string rest = game.remark; // the reason, where no action follows
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
        if (!rest.empty()) left_out.insert(OTHER_COMMENTS);
        const std::string reason = game.moves[i].is_pass() ? forfeit_reason(game.comments[i]) : "";
        ActionRecord& action =
            reason.empty() ? builder.play(to_text(game.moves[i])) : builder.forfeit_turn(reason);
        rest = read_comment(game.comments[i], action);
    }
    return builder.finish(verdict_of(game, rest));
}

} // namespace

std::vector<RecordedGame> read_pgn(std::istream& in, const FindRules& find_rules) {
    std::vector<RecordedGame> games;
    MatchRules rules;
    PgnReader reader(
        in,
        [&](const std::optional<std::string>& variant) {
            rules = find_rules(variant, std::nullopt);
            return PgnReader::Start{rules.rules, rules.start()};
        },
        0, PgnReader::Forfeits::Read);
    try {
        while (const auto game = reader.next()) {
            std::set<std::string> left_out = game->skipped;
            for (const auto& tag : game->tags)
                if (std::ranges::find(TAGS, tag.first) == std::end(TAGS))
                    left_out.insert("tag " + printable(tag.first));
            GameRecord record = record_of(*game, rules, left_out);
            for (const auto name : setup_names()) // of which a PGN has only the position
                if (setup_position(rules.rules, *find_setup(name)) == record.first)
                    rules.setup = name;
            record.number = static_cast<int>(games.size()) + 1;
            record.encounter = games.size();
            const std::string round = game->tag("Round").value_or("");
            std::from_chars(round.data(), round.data() + round.size(), record.round);
            record.names = {game->tag("White").value_or("?"), game->tag("Black").value_or("?")};
            record.controls = {control_of(*game, "WhiteTimeControl"),
                               control_of(*game, "BlackTimeControl")};
            const auto date = parse_time(game->tag("Date").value_or(""));
            const auto begun = parse_time(game->tag("GameStartTime").value_or(""));
            record.begun = begun.value_or(date.value_or(WallTime()));
            record.ended = parse_time(game->tag("GameEndTime").value_or("")).value_or(record.begun);
            games.push_back({std::move(record),
                             rules,
                             {game->tag("Event").value_or("?"), game->tag("Site").value_or("?")},
                             std::move(left_out)});
        }
    } catch (const Error& error) {
        throw Error(std::to_string(reader.line()) + ": " + error.what());
    }
    return games;
}

} // namespace agon::match
