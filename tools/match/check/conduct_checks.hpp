// The conduct table as checks of an engine from outside (protocols.md section 1 (Conduct)).
#pragma once

#include "tools/match/check/conduct_conversation.hpp"

#include <span>
#include <string_view>

namespace agon::match {

/// One check, with a process of its own that has been greeted.
struct ConductCheck {
    std::string_view name;
    std::string_view row;                 ///< what the table asks for, for the report
    void (*script)(Conversation& engine); ///< throws Misconduct or NotApplicable
    bool lives_on = true; ///< afterwards the engine must still answer, and give no more `bestmove`
};

/// All of them, the plain ones first. The greeting itself comes before every check.
[[nodiscard]] std::span<const ConductCheck> conduct_checks();

} // namespace agon::match
