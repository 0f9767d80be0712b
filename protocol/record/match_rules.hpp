// The rules of a match, and the options that set them in an engine.
#pragma once

#include "engine/game/game.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace agon {

class Presets;

/// Option names and values in the order in which they are sent.
using EngineOptions = std::vector<std::pair<std::string, std::string>>;

/// The cost of an illegal action (rules.md section 6).
enum class TouchRule : std::uint8_t { ForfeitGame, ForfeitTurn };

struct MatchRules {
    std::string variant;                ///< name of a preset
    std::string setup;                  ///< name of a setup
    std::filesystem::path variant_path; ///< rules file that may define `variant`; or empty
    DrawLimits limits;
    RuleSet rules; ///< of `variant`
    TouchRule touch = TouchRule::ForfeitGame;

    /// The setup's first position.
    [[nodiscard]] Position start() const;
    /// The options that every engine must have and is sent, in this order.
    [[nodiscard]] EngineOptions options() const;
};

/// `setup` empty or `preset` means that of the preset. Throws Error when a name is unknown or the
/// rules file is invalid.
[[nodiscard]] MatchRules make_match_rules(const std::string& variant, const std::string& setup,
                                          const std::filesystem::path& variant_path,
                                          DrawLimits limits);
/// The same from loaded presets.
[[nodiscard]] MatchRules make_match_rules(const Presets& presets, const std::string& variant,
                                          const std::string& setup, DrawLimits limits);

} // namespace agon
