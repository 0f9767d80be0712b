// Stored conversations (data/uci.txt, ugi.txt, gtp.txt), a line each:
//   == NAME    begins a conversation
//   > TEXT     is said to the session
//   < TEXT     must be its next line; "..." in it stands for any characters
//   * TEXT     until the next "<" has come, any number of such lines may come before it
//   = N        nothing comes for N milliseconds, such lines apart
//   # TEXT     is a comment
// At the end the session must fall idle by itself and nothing may be left over.
#pragma once

#include "protocol/session/session.hpp"
#include "tests/protocol/line_sink.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace support {

/// Whether `line` is `pattern`, in which "..." stands for any characters.
[[nodiscard]] bool matches(std::string_view pattern, std::string_view line);

struct Transcript {
    std::string name;
    std::vector<std::string> lines;
    std::string file;
    std::size_t first_line = 0; ///< in the file, of `lines`
};

/// Of a file in tests/data. Fails the running test case when there are none.
[[nodiscard]] std::vector<Transcript> read_transcripts(const std::string& file);

/// Fails the running test case, naming file and line, where the session departs from it.
void play_transcript(const Transcript& transcript, agon::protocol::Session& session,
                     LineSink& sink);

} // namespace support
