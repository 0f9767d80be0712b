#include "protocol/record/pgn_records.hpp"

#include "engine/error.hpp"
#include "engine/notation/notation.hpp"
#include "engine/notation/pgn_reader.hpp"
#include "engine/quote.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/record/game_builder.hpp"
#include "protocol/record/pgn_comment.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/result.hpp"
#include "protocol/record/wall_time.hpp"

#include <algorithm>
#include <cstddef>
#include <istream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agon {
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
                                     "Termination",
                                     "Annotator"};

/// No clock if the tag does not describe one.
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

/// "?" if it is not given.
std::string name_of(const PgnGame& game, const char* of_side) {
    const std::string name = game.tag(of_side).value_or("");
    return name.empty() ? "?" : name;
}

/// PgnOptions::as_read.
std::map<std::string, std::string> tags_as_read(const PgnGame& game, const GameRecord& record) {
    std::map<std::string, std::string> computed = computed_tags(record), as_read;
    const std::pair<const char*, std::string_view> TEXTS[] = {
        {"Date", UNKNOWN_DATE},   {"Round", "?"},           {"TimeControl", ""},
        {"WhiteTimeControl", ""}, {"BlackTimeControl", ""}, {"GameStartTime", ""},
        {"GameEndTime", ""}}; // if they are not given
    for (const auto& [name, otherwise] : TEXTS) {
        std::string text = game.tag(name).value_or("");
        if (text.empty()) text = otherwise;
        if (text != computed[name]) as_read[name] = text;
    }
    return as_read;
}

/// Comments that are not an engine's report go to `left_out`.
GameRecord record_of(const PgnGame& game, const MatchRules& rules,
                     std::set<std::string>& left_out) {
    GameBuilder builder(rules, game.first);
    std::string rest = game.remark; // the reason, if no action follows
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

std::vector<RecordedGame> read_pgn(std::istream& in, const FindRules& find_rules, bool variations) {
    std::vector<RecordedGame> games;
    MatchRules rules;
    PgnReader reader(
        in,
        [&](const std::optional<std::string>& variant) {
            rules = find_rules(variant, std::nullopt);
            return PgnReader::Start{rules.rules, rules.start()};
        },
        0, PgnReader::Forfeits::Read, variations);
    try {
        while (auto game = reader.next()) {
            std::set<std::string> left_out = game->skipped;
            std::vector<Evaluation> reviewed{take_review_score(game->remark)};
            for (std::string& comment : game->comments)
                reviewed.push_back(take_review_score(comment));
            if (std::ranges::all_of(reviewed, [](const Evaluation& said) {
                    return said.kind == Evaluation::Kind::None;
                }))
                reviewed.clear();
            else
                left_out.insert("scores of a review");
            for (const auto& tag : game->tags)
                if (std::ranges::count(TAGS, tag.first) +
                        std::ranges::count(SEAT_TAGS, tag.first) ==
                    0)
                    left_out.insert("tag " + replace_controls(tag.first));
            GameRecord record = record_of(*game, rules, left_out);
            for (const auto name : setup_names()) // of which a PGN has only the position
                if (setup_position(rules.rules, *find_setup(name)) == record.first)
                    rules.setup = name;
            record.number = static_cast<int>(games.size()) + 1;
            record.encounter = games.size();
            record.round = read_round(game->tag("Round").value_or(""));
            record.names = {name_of(*game, "White"), name_of(*game, "Black")};
            record.controls = {control_of(*game, "WhiteTimeControl"),
                               control_of(*game, "BlackTimeControl")};
            const auto date = parse_time(game->tag("Date").value_or(""));
            const auto begun = parse_time(game->tag("GameStartTime").value_or(""));
            record.begun = begun.value_or(date.value_or(WallTime()));
            record.ended = parse_time(game->tag("GameEndTime").value_or("")).value_or(record.begun);
            PgnOptions tags{.event = game->tag("Event").value_or("?"),
                            .site = game->tag("Site").value_or("?"),
                            .annotator = game->tag("Annotator").value_or(""),
                            .as_read = tags_as_read(*game, record)};
            for (const std::string_view name : SEAT_TAGS)
                if (auto value = game->tag(name)) tags.seats.emplace_back(name, *std::move(value));
            games.push_back({std::move(record), rules, std::move(tags), std::move(left_out),
                             std::move(reviewed), std::move(game->tree)});
        }
    } catch (const Error& error) {
        throw Error(std::to_string(reader.line()) + ": " + error.what());
    }
    return games;
}

} // namespace agon
