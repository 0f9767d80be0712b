// A table of UCI options: it declares them and checks the values set.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace agon::protocol {

// A setter may throw Error, and then changes nothing.
struct SpinOption {
    std::int64_t initial, least, most; ///< as declared; the setter is not called for `initial`
    std::function<void(std::int64_t)> set;
};
struct CheckOption {
    bool initial;
    std::function<void(bool)> set;
};
struct ComboOption {
    std::string initial;
    std::function<std::vector<std::string>()> choices; ///< called every time, since they may change
    std::function<void(const std::string&)> set;       ///< gets the spelling of choices()
};
struct ButtonOption {
    std::function<void()> press;
};
struct StringOption {
    std::string initial;                         ///< "" is declared as "<empty>"
    std::function<void(const std::string&)> set; ///< gets "" for "<empty>"
};

struct Option {
    std::string name;
    std::variant<SpinOption, CheckOption, ComboOption, ButtonOption, StringOption> kind;
};

class OptionTable {
public:
    void add(Option option) { options_.push_back(std::move(option)); }

    /// The `option` lines in the order of adding.
    [[nodiscard]] std::vector<std::string> declarations() const;
    /// The line of one option. Precondition: it exists.
    [[nodiscard]] std::string declaration(std::string_view name) const;

    /// Case and white space of the name do not matter. Throws Error or program::UsageError, which
    /// name the option, and then changes nothing.
    void set(std::string_view name, std::string_view value) const;

private:
    [[nodiscard]] const Option* find(std::string_view name) const;

    std::vector<Option> options_;
};

} // namespace agon::protocol
