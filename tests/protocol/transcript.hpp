// Stored conversations (data/uci/*.txt), a line each:
//   > TEXT     is said to the session
//   < TEXT     must be its next line; "..." in it stands for any characters
//   * TEXT     until the next "<" has come, any number of such lines may come before it
//   = N        nothing comes for N milliseconds, such lines apart
//   # TEXT     is a comment
// At the end the session must fall idle by itself and nothing may be left over.
#pragma once

#include "protocol/session/session.hpp"
#include "tests/protocol/line_sink.hpp"

#include <filesystem>
#include <string_view>

namespace support {

/// Whether `line` is `pattern`, in which "..." stands for any characters.
[[nodiscard]] bool matches(std::string_view pattern, std::string_view line);

/// Fails the running test case, naming file and line, where the session departs from the file.
void play_transcript(const std::filesystem::path& file, agon::protocol::Session& session,
                     LineSink& sink);

} // namespace support
