// Runs a session on a stream of lines, or on the program's arguments.
#pragma once

#include "protocol/session/session.hpp"
#include "protocol/session/stream_output.hpp"

#include <istream>
#include <string>
#include <vector>

namespace agon::protocol {

/// Reads lines until `quit` or the end of input, and blocks until everything is done. Returns false
/// when nobody reads the answers after `quit`: the destructor of `output` would block then, so the
/// process has to end without it.
[[nodiscard]] bool run_stream(Session& session, std::istream& input, StreamOutput& output);

/// Handles each line, as in `agon "go depth 5" quit`, and blocks until everything is done. Stops
/// endless searches. Here `quit` waits for the commands before it.
void run_lines(Session& session, const std::vector<std::string>& lines);

} // namespace agon::protocol
