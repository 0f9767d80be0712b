// Where the lines of a session go.
#pragma once

#include <atomic>
#include <string_view>

namespace agon::protocol {

/// A sink of whole lines, which any thread may write to.
class Output {
public:
    virtual ~Output() = default;
    /// `line` has no line feed. Must not block on the reader: the thread that reads input writes
    /// too.
    virtual void write(std::string_view line) = 0;
    /// Blocks while much output is unread, until `stop` is set: for a job that writes without end.
    virtual void let_reader_catch_up(const std::atomic<bool>& /*stop*/) {}
};

} // namespace agon::protocol
