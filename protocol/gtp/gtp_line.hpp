// A line of GTP as its draft reads it (GTP 2 draft, sections 2.5 to 2.7).
#pragma once

#include "engine/board/side.hpp"

#include <string>
#include <string_view>

namespace agon::protocol {

/// `name` is empty when the line has no command.
struct GtpLine {
    std::string id; ///< digits; empty for none
    std::string name;
    std::string arguments;
};

/// Drops control characters, reads tabs as spaces, and ends at `#`.
[[nodiscard]] GtpLine parse_gtp_line(std::string_view line);

/// Whether the line is the comment `# interrupt`, with which GoGui ends a running genmove.
[[nodiscard]] bool is_gtp_interrupt(std::string_view line);

/// "=12 text" or "?12 text", without a trailing blank when the text is empty.
[[nodiscard]] std::string gtp_reply(bool success, std::string_view id, std::string_view text);

/// "b", "black", "w" or "white" in either case, or Error "syntax error".
[[nodiscard]] Side parse_gtp_colour(std::string_view word);

} // namespace agon::protocol
