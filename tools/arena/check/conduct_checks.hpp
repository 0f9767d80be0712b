// The conduct table (protocols.md section 1 (Conduct)) as checks of an engine process.
#pragma once

#include "tools/arena/check/conversation.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace agon::arena {

/// What a failure means.
enum class Grade : std::uint8_t {
    Needed,  ///< an arena cannot work with the engine
    Manners, ///< good manners: some programs expect it
};

/// "needed", "good manners".
[[nodiscard]] std::string_view to_text(Grade grade);

/// One check. It gets its own process, after the handshake.
struct ConductCheck {
    std::string_view name;
    std::string_view row;                 ///< the row of the table, for the report
    void (*script)(Conversation& engine); ///< throws Misconduct or NotApplicable
    bool survives = true; ///< afterwards `isready` gets `readyok`, with no `bestmove` before it
    Grade grade = Grade::Manners;
};

/// All checks, the basic ones first. The handshake itself is not one of them.
[[nodiscard]] std::span<const ConductCheck> conduct_checks();

} // namespace agon::arena
