// Where a session's lines go.
#pragma once

#include <string_view>

namespace agon::protocol {

/// A sink of whole lines, which any thread may write to.
class Output {
public:
    virtual ~Output() = default;
    /// `line` has no line feed. Must not block on the reader: the thread that reads input writes
    /// too.
    virtual void write(std::string_view line) = 0;
};

} // namespace agon::protocol
