// A session that talks with the world: a stream of lines, or the arguments of the program.
#pragma once

#include "protocol/session/session.hpp"
#include "protocol/session/stream_output.hpp"

#include <istream>
#include <string>
#include <vector>

namespace agon::protocol {

/// Reads until `quit` or the end; at the end blocks until all that was asked for is done. After
/// `quit` the process is gone within 100 ms: if the session is not idle soon this does not return
/// but ends the process with status 0.
void run_stream(Session& session, std::istream& input, StreamOutput& output);

/// Handles each line, as `agon "go depth 5" quit`, and blocks until all is done, searches without
/// an end stopped. `quit` comes in its turn here: there is no other way to say how long to wait.
void run_lines(Session& session, const std::vector<std::string>& lines);

} // namespace agon::protocol
