// A lesson, a puzzle or a mistake to correct, as a page sets it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace agon::page {

/// A position in which some first actions are right: a lesson, a puzzle, a mistake to correct.
struct Task {
    std::string title;
    std::string text; ///< explanation; may be empty
    std::string goal; ///< what to do
    std::string missed = "That is not it. Take it back and try again."; ///< said of others
    std::vector<std::string> accepted;   ///< actions; legal and at least one
    std::vector<std::string> line{};     ///< how it goes on, from the first action; may be empty
    std::optional<std::size_t> lesson{}; ///< its number, from 0
    std::size_t lessons = 0;             ///< of the rule set
};

} // namespace agon::page
