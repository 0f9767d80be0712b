// Stored conversations (data/uci.txt, ugi.txt, gtp.txt), a line each:
//   == NAME    begins a conversation
//   > TEXT     is sent to the session
//   < TEXT     must be its next line; "..." in it stands for any characters
//   * TEXT     any number of such lines may come before the next "<" does
//   > TEXT  < TEXT   both in one line, for GTP, where an empty line ends the reply
//   = N        nothing but lines of a "*" comes for N milliseconds
//   # TEXT     is a comment
// At the end the session must become idle by itself, without unexpected output.
#pragma once

#include "protocol/session/session.hpp"
#include "tests/protocol/line_sink.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace support {

/// Whether `line` is `pattern`, in which "..." stands for any characters.
[[nodiscard]] bool matches(std::string_view pattern, std::string_view line);

struct Transcript {
    struct Line {
        std::string where; ///< "gtp.txt:12"
        std::string text;
    };
    std::string name;
    std::vector<Line> lines;
};

/// Of a file in tests/data. Fails the running test case when there are none.
[[nodiscard]] std::vector<Transcript> read_transcripts(const std::string& file);

/// Fails the running test case, naming file and line, where the session departs from it.
void play_transcript(const Transcript& transcript, agon::protocol::Session& session,
                     LineSink& sink);

} // namespace support
