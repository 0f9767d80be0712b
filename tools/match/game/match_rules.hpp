// The rules that a match is played by, as the arena applies them and as engines are told them.
#pragma once

#include "engine/game.hpp"
#include "tools/match/engines/engine_config.hpp"

#include <filesystem>
#include <string>

namespace agon::match {

/// What an illegal action costs (rules.md section 6).
enum class TouchRule : std::uint8_t { ForfeitGame, ForfeitTurn };

struct MatchRules {
    std::string variant;                ///< name of a preset
    std::string setup;                  ///< name of a setup
    std::filesystem::path variant_path; ///< rules file that `variant` may come from; or empty
    DrawLimits limits;
    RuleSet rules; ///< of `variant`
    TouchRule touch = TouchRule::ForfeitGame;

    /// The setup's first position.
    [[nodiscard]] Position start() const;
    /// What every engine must offer and is sent, in order.
    [[nodiscard]] EngineOptions options() const;
};

/// `setup` empty or `default` means that of the preset. Throws Error when a name is unknown or the
/// rules file is at fault.
[[nodiscard]] MatchRules make_match_rules(const std::string& variant, const std::string& setup,
                                          const std::filesystem::path& variant_path,
                                          DrawLimits limits);

} // namespace agon::match
