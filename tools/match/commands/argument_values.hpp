// Values of command lines.
#pragma once

#include "engine/error.hpp"

#include <charconv>
#include <string>

namespace agon::match {

/// A number of at least `least`. Throws Error that begins with `what`, as truth() does.
template<class Number>
Number number(const std::string& text, const std::string& what, Number least = 0) {
    Number value{};
    const char* const end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, value);
    if (fault != std::errc() || stop != end || !(value >= least))
        throw Error(what + ": '" + text + "' is not a number it can be");
    return value;
}

/// At least -1e9. Throws as number().
inline double real(const std::string& text, const std::string& what) {
    return number<double>(text, what, -1e9);
}

/// "true" or "on", "false" or "off".
inline bool truth(const std::string& text, const std::string& what) {
    if (text == "true" || text == "on") return true;
    if (text == "false" || text == "off") return false;
    throw Error(what + ": '" + text + "' is neither true nor false");
}

} // namespace agon::match
