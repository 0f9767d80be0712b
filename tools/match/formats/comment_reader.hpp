// What an engine said of its action, from the comment of a PGN.
#pragma once

#include "tools/match/game/record.hpp"

#include <string>
#include <string_view>

namespace agon::match {

/// Comments that read_comment() does not understand, among what a file's games leave out.
inline constexpr const char* OTHER_COMMENTS = "comments in other words than the arena's";

/// The inverse of comment_text() (pgn.hpp): sets what the comment says of the action, its time to
/// a millisecond, and returns the rest, which after the last action is the reason of the result.
/// A comment of other words is a rest as a whole.
[[nodiscard]] std::string read_comment(std::string_view comment, ActionRecord& action);

/// The reason of a forfeited turn, when the comment begins with one.
[[nodiscard]] std::string forfeit_reason(std::string_view comment);

} // namespace agon::match
