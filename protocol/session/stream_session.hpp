// Runs a session on a stream of lines, or on the arguments of the program.
#pragma once

#include "protocol/session/session.hpp"
#include "protocol/session/stream_output.hpp"

#include <istream>
#include <string>
#include <vector>

namespace agon::protocol {

/// Reads lines until `quit` or the end of input, and blocks until everything is done. When `quit`
/// ends a search, the process must be gone within 100 ms (protocols.md section 1 (Conduct)): if the
/// session is not idle by then, this ends the process with status 0 instead of returning.
void run_stream(Session& session, std::istream& input, StreamOutput& output);

/// Handles each line, as in `agon "go depth 5" quit`, and blocks until everything is done; endless
/// searches are stopped. Here `quit` waits for the commands before it.
void run_lines(Session& session, const std::vector<std::string>& lines);

} // namespace agon::protocol
