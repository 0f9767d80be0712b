// Games as PGN (arena.md, Records).
#pragma once

#include "engine/notation/variations.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/record.hpp"

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agon {

class Review;

struct PgnOptions {
    std::string event = "Agon match";
    std::string site = "?";
    std::string annotator{}; ///< who reviewed it; "" for no tag
    /// Of a game that was read: each of computed_tags() whose text differs from the record, such as
    /// "Date" "2024.??.??"; "" for an absent tag.
    std::map<std::string, std::string> as_read{};
    /// Values of SEAT_TAGS that a file has, in that order.
    std::vector<std::pair<std::string, std::string>> seats{};
    /// A review of the same actions, or null. With it, the comment after an action has the action's
    /// score if known, `[%eval -0.31,12]` or `[%eval #4,9]`, from white's side; the score of the
    /// first position precedes the first action, once the review is complete. A mistake gets its
    /// glyph, `$6`, `$2` or `$4`, and a variation: a comment on it, then the better actions.
    const Review* review = nullptr;
    /// A tree whose main line is the record, or null. With it, the tree's actions and comments are
    /// written instead of the record's.
    const Variations* tree = nullptr;
};

/// For a game outside any match.
inline const PgnOptions SINGLE_GAME{.event = "Agon game"};

/// Who plays: `human` or `program` (PGN standard, 9.8.1); of a program what it is called among
/// those that can be chosen, and its level, unless it plays at its own strength.
inline constexpr std::array<std::string_view, 6> SEAT_TAGS = {
    "WhiteType", "BlackType", "WhiteEngine", "BlackEngine", "WhiteLevel", "BlackLevel"};

inline constexpr std::string_view UNKNOWN_DATE = "????.??.??";

/// Date, Round, TimeControl or WhiteTimeControl and BlackTimeControl, GameStartTime and GameEndTime
/// as in the record. A game without a known start has no date, and one with only a known
/// date has no times (GameRecord::begun).
[[nodiscard]] std::map<std::string, std::string> computed_tags(const GameRecord& record);

/// One game in UTF-8, with the blank line that ends it. Control characters become `?`, invalid
/// bytes become U+FFFD. Actions are written as in rules.md section
/// 9. The turn's number precedes white's first action in it. An engine's action has a comment
/// `{+0.31/12 0.512s, n=123456, sd=18}`, an opening action `{book}`. A forfeited turn is `0000`,
/// and its comment starts with the reason. The last comment ends with the reason for the result:
/// OpenBench would read a separate comment as actions. FEN and SetUp are always present, so that a
/// reader does not need to know the setups.
[[nodiscard]] std::string to_pgn(const GameRecord& record, const MatchRules& rules,
                                 const PgnOptions& options = {});

/// "+0.31/12 0.512s, n=123456, sd=18", then the recorded lines. Omits what the engine did not
/// report; empty if no engine was asked.
[[nodiscard]] std::string comment_text(const ActionRecord& action);

} // namespace agon
