// Where a session's lines go.
#pragma once

#include <string_view>

namespace agon::protocol {

/// A sink of whole lines. Called from any thread; an implementation keeps lines apart.
class Output {
public:
    virtual ~Output() = default;
    /// `line` has no line feed. Must not wait for whoever reads, since the thread that reads input
    /// writes too.
    virtual void write(std::string_view line) = 0;
};

} // namespace agon::protocol
