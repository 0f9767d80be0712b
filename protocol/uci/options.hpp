// Options as UCI knows them: a table that prints itself and checks what is set.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace agon::protocol {

// Setters may throw Error, and have then changed nothing.
struct SpinOption {
    std::int64_t initial, least, most; ///< as they are declared; nothing sets `initial`
    std::function<void(std::int64_t)> set;
};
struct CheckOption {
    bool initial;
    std::function<void(bool)> set;
};
struct ComboOption {
    std::string initial;
    std::function<std::vector<std::string>()> choices; ///< asked anew every time: they may grow
    std::function<void(const std::string&)> set;       ///< gets the choice as the list spells it
};
struct ButtonOption {
    std::function<void()> press;
};
struct StringOption {
    std::string initial;
    std::function<void(const std::string&)> set; ///< gets "" for UCI's "<empty>"
};

struct Option {
    std::string name;
    std::variant<SpinOption, CheckOption, ComboOption, ButtonOption, StringOption> kind;
};

class OptionTable {
public:
    void add(Option option) { options_.push_back(std::move(option)); }

    /// The lines that answer `uci`, without line feeds, in the order of adding.
    [[nodiscard]] std::vector<std::string> declarations() const;
    /// The one line of an option, which must exist.
    [[nodiscard]] std::string declaration(std::string_view name) const;

    /// Names are matched whatever their case and blanks. Throws Error naming option, value and the
    /// values allowed, or what the setter found; the option is then as before.
    void set(std::string_view name, std::string_view value) const;

private:
    [[nodiscard]] const Option* find(std::string_view name) const;

    std::vector<Option> options_;
};

} // namespace agon::protocol
