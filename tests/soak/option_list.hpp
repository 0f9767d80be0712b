// The options that an engine lists, and values to try.
#pragma once

#include "tests/support/random.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agon::soak {

struct Setting {
    std::string name, value; ///< no value for a button
};

class OptionList {
public:
    /// Takes in a line `option name ...`.
    void receive(std::string_view line);

    [[nodiscard]] bool has(const std::string& name) const { return choices_.contains(name); }
    /// The values that a combo lists; empty for other kinds. Precondition: has(name).
    [[nodiscard]] const std::vector<std::string>& choices(const std::string& name) const {
        return choices_.at(name);
    }
    /// The usual values of the listed options that do not change the rules.
    [[nodiscard]] std::vector<Setting> usual() const;
    /// A random one of these with a random value; nothing when it is not listed.
    [[nodiscard]] std::optional<Setting> any(support::Random& random) const;

private:
    std::map<std::string, std::vector<std::string>> choices_;
};

} // namespace agon::soak
