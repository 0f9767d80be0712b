// The rule sets that have a name: those of rules.md section 5, and those of rules files.
#pragma once

#include "engine/rules/rules.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agon {

/// Rules that are not fields of RuleSet; each book words them differently. NoGuards exists only if
/// guards can leave the game.
enum class CommonRule : std::uint8_t { Aim, FirstPlayer, Step, Throne, QueenFirst, NoGuards };
inline constexpr std::array<std::string_view, 6> COMMON_RULE_NAMES = {
    "aim", "first player", "step", "throne", "queen first", "no guards"};

/// What such a rule says; empty for NoGuards if guards cannot leave the game.
[[nodiscard]] std::string_view common_sentence(const RuleSet& rules, CommonRule rule);

/// A rule set with its name and where each of its rules comes from.
struct Preset {
    std::string name;
    std::string parent; ///< the preset it differs from; empty for `classic`
    std::string book;   ///< the text it follows, or the rules file that defines it
    RuleSet rules;
    std::array<std::string, RULE_FIELD_COUNT> sources; ///< by field, as rule_fields()
    std::array<std::string, COMMON_RULE_NAMES.size()> common_sources; ///< empty if no such rule

    [[nodiscard]] const std::string& source(CommonRule rule) const {
        return common_sources[static_cast<std::size_t>(rule)];
    }
};

/// The presets that can be named: the built-in ones in the order of rules.md section 5, then loaded
/// ones.
class Presets {
public:
    Presets();

    [[nodiscard]] const std::vector<Preset>& all() const { return presets_; }
    /// Null if there is no such preset. The pointer lives until the next load().
    [[nodiscard]] const Preset* find(std::string_view name) const;
    /// As find(), but throws an Error that lists the names if there is no such preset.
    [[nodiscard]] const Preset& at(std::string_view name) const;

    /// Adds the sections of a rules file (rules.md section 5 (Custom rules)). Throws Error with
    /// file, line, fault and allowed values, or if it cannot be read; no section of the file is
    /// added then. Blocks on reading.
    void load(const std::filesystem::path& file);
    /// The same from a stream; `name` stands for the file in messages.
    void load(std::istream& stream, std::string_view name);

private:
    explicit Presets(std::vector<Preset> presets) : presets_(std::move(presets)) {}

    std::vector<Preset> presets_;
};

/// The default preset's name.
inline constexpr std::string_view DEFAULT_PRESET = "classic";

} // namespace agon
