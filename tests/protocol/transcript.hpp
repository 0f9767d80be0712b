// Stored conversations (data/uci.txt, ugi.txt, gtp.txt). The lines are:
//   == NAME    begins a conversation
//   > TEXT     is sent to the session
//   < TEXT     must be its next line; "..." matches any characters
//   * TEXT     allows any number of such lines before the next "<" line
//   > TEXT  < TEXT   both in one line, for GTP, where an empty line ends the reply
//   = N        for N milliseconds the session must write only lines that a "*" allows
//   # TEXT     is a comment
// At the end the session must become idle without further output.
#pragma once

#include "protocol/session/session.hpp"
#include "tests/protocol/line_sink.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace support {

/// Whether `line` matches `pattern`, in which "..." matches any characters.
[[nodiscard]] bool matches(std::string_view pattern, std::string_view line);

struct Transcript {
    struct Line {
        std::string where; ///< "gtp.txt:12"
        std::string text;
    };
    std::string name;
    std::vector<Line> lines;
};

/// Reads a file in tests/data. Fails the running test case if it has none.
[[nodiscard]] std::vector<Transcript> read_transcripts(const std::string& file);

/// Fails the running test case, with file and line, where the session deviates from it.
void play_transcript(const Transcript& transcript, agon::protocol::Session& session,
                     LineSink& sink);

} // namespace support
