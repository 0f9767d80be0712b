// The rule sets that have a name: the eleven of rules.md section 5, and those of rules files.
#pragma once

#include "engine/error.hpp"
#include "engine/rules.hpp"

#include <array>
#include <filesystem>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace agon {

/// Rules that no field varies, each of which the books give in their own words. QueenFirst is the
/// order of 4.5 and 7.2; NoGuards is section 7's alone, so its source is empty without it.
enum class CommonRule : std::uint8_t { Aim, FirstPlayer, Step, Throne, QueenFirst, NoGuards };
inline constexpr std::size_t COMMON_RULE_COUNT = 6;

/// A rule set with its name and where each of its values comes from.
struct Preset {
    std::string name;
    std::string parent; ///< the preset it differs from; empty for `classic`
    std::string book;   ///< the text it follows, or the rules file that defines it
    RuleSet rules;
    std::array<std::string, RULE_FIELD_COUNT> sources;         ///< by field, as rule_fields()
    std::array<std::string, COMMON_RULE_COUNT> common_sources; ///< by CommonRule

    [[nodiscard]] const std::string& source(CommonRule rule) const {
        return common_sources[static_cast<std::size_t>(rule)];
    }
};

/// A value of a preset that is not its parent's, and where it comes from.
struct RuleDifference {
    std::string_view key;
    std::string_view value;
    std::string_view source;
};

/// A preset as its parent plus differences. Precondition: keys and values are those of
/// rule_fields().
[[nodiscard]] Preset derived(const Preset& parent, std::string_view name, std::string_view book,
                             std::span<const RuleDifference> differences);

/// The presets that can be named: the built-in ones in the order of section 5, then loaded ones.
class Presets {
public:
    Presets();

    [[nodiscard]] const std::vector<Preset>& all() const { return presets_; }
    /// Nothing when there is no such preset. The pointer lives until the next load().
    [[nodiscard]] const Preset* find(std::string_view name) const;
    /// As find(), but throws Error that lists the names.
    [[nodiscard]] const Preset& at(std::string_view name) const;

    /// Adds the sections of a rules file ("Custom rules" in section 5). Throws Error with file,
    /// line, fault and allowed values, or when it cannot be read; then nothing of the file has been
    /// added. Blocks on reading.
    void load(const std::filesystem::path& file);
    /// The same from a stream; `name` stands for the file in messages.
    void load(std::istream& stream, std::string_view name);

private:
    std::vector<Preset> presets_;
};

/// The default preset's name.
inline constexpr std::string_view DEFAULT_PRESET = "classic";

} // namespace agon
