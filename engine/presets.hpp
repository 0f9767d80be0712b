// The rule sets that have a name: the eleven of rules.md section 5, and those of rules files.
#pragma once

#include "engine/error.hpp"
#include "engine/rules.hpp"

#include <array>
#include <filesystem>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace agon {

/// A rule set with its name and where each of its values comes from.
struct Preset {
    std::string name;
    std::string parent; ///< the preset it differs from; empty for `classic`
    std::string book;   ///< the text it follows, or the rules file that defines it
    RuleSet rules;
    std::array<std::string, RULE_FIELD_COUNT> sources; ///< by field, as rule_fields()
};

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
    /// line, fault and allowed values; then nothing of the file has been added.
    void load(const std::filesystem::path& file);
    /// The same from a stream; `name` stands for the file in messages.
    void load(std::istream& stream, std::string_view name);

private:
    std::vector<Preset> presets_;
};

/// The default preset's name.
inline constexpr std::string_view DEFAULT_PRESET = "classic";

} // namespace agon
