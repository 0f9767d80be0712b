// What an engine reported about its action, in a PGN comment.
#pragma once

#include "protocol/record/evaluation.hpp"
#include "protocol/record/record.hpp"

#include <string>
#include <string_view>

namespace agon {

/// Names the comments that read_comment() does not understand in a list of omitted content.
inline constexpr const char* OTHER_COMMENTS = "comments in other words than the arena's";

/// The inverse of comment_text() (pgn.hpp): sets the action's data from the comment, its time to
/// a millisecond, and returns the rest, which after the last action is the reason for the result.
/// If the comment has another form, all of it is the rest.
[[nodiscard]] std::string read_comment(std::string_view comment, ActionRecord& action);

/// Removes every `[%eval ...]` (PgnOptions::review) from a comment, with the blanks after it.
/// Returns the last score, from white's side.
[[nodiscard]] Evaluation take_review_score(std::string& comment);

/// The reason for a forfeited turn, if the comment begins with one.
[[nodiscard]] std::string forfeit_reason(std::string_view comment);

} // namespace agon
