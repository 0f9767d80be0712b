// The options that an engine lists during the handshake (protocols.md section 1).
#pragma once

#include "protocol/record/match_rules.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agon::arena {

/// A line `option name ... type ...`.
struct OfferedOption {
    std::string name;
    std::string type; ///< "spin", "check", "combo", "button", "string"
    std::optional<std::int64_t> standard{}, least{}, most{}; ///< of a spin, if given
    std::vector<std::string> choices{};                      ///< of a combo
};

/// Returns nullopt for other lines.
[[nodiscard]] std::optional<OfferedOption> read_option(std::string_view line);

/// What is wrong with a value: "expected an integer from 1 to 1024, got 'abc'". Returns nullopt if
/// the value is valid. As in UCI, the values of a combo and a check are case-insensitive. A string
/// may be anything.
[[nodiscard]] std::optional<std::string> value_fault(const OfferedOption& option,
                                                     const std::string& value);

/// The line `setoption` for that option; a button has no value.
[[nodiscard]] std::string setoption_text(const OfferedOption& option, const std::string& value);

/// Names are case-insensitive.
class OfferedOptions {
public:
    void clear() { options_.clear(); }
    /// Returns whether the line lists an option. A second line for a name replaces the first.
    bool read(std::string_view line);
    /// Returns nullptr if the engine does not list it. Valid until read() or clear().
    [[nodiscard]] const OfferedOption* find(std::string_view name) const;
    /// The message for a name that is not listed, with the nearest one: "has no option Hsh (did you
    /// mean 'Hash'?)".
    [[nodiscard]] std::string lacks(std::string_view name) const;

    /// An option of a match that is not listed, or only without the value of this match.
    struct Gap {
        std::string name, value;
        std::optional<std::string> fault; ///< of the value; nullopt if the option is not listed
    };
    /// The rule sets of a rules file, which `of_match` then names, are in no list.
    [[nodiscard]] std::vector<Gap> gaps(const EngineOptions& of_match) const;

private:
    std::map<std::string, OfferedOption> options_; ///< by name in lower case
};

} // namespace agon::arena
