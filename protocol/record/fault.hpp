// The ways in which an engine fails (arena.md, Faults).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace agon {

enum class Fault : std::uint8_t {
    Crash,      ///< the process ended by a signal or with a status other than 0
    Disconnect, ///< the process ended with status 0, closed its output, or could not be used at all
    Stall,      ///< no answer in time, nor after `stop`
    Illegal,    ///< the answer is not a legal action
    OnTime,     ///< the answer came, but too late
};

inline constexpr std::size_t FAULTS = 5;

/// "crash", "disconnect", "stall", "illegal" or "on time".
[[nodiscard]] constexpr std::string_view to_text(Fault fault) {
    constexpr std::string_view TEXTS[FAULTS] = {"crash", "disconnect", "stall", "illegal",
                                                "on time"};
    return TEXTS[static_cast<std::size_t>(fault)];
}

struct Failure {
    Fault fault;
    std::string detail;   ///< one line for a person
    bool refusal = false; ///< it refuses an option
};

/// "engine NAME does not start: DETAIL", or "engine NAME refuses option.X=Y: ...".
[[nodiscard]] inline std::string start_text(const std::string& name, const Failure& failure) {
    return "engine " + name + (failure.refusal ? " " : " does not start: ") + failure.detail;
}

} // namespace agon
