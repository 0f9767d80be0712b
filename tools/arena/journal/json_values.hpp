// Values of JSON from a file. A value that is absent or of another type is an Error that
// names its key; the library's conversions throw its own exceptions, or truncate numbers.
#pragma once

#include "engine/error.hpp"
#include "engine/quote.hpp"
#include "tools/arena/journal/json.hpp"
#include "tools/arena/journal/json_lines.hpp"

#include <concepts>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace agon::arena {

/// "KEY: expected WHAT, got VALUE".
[[nodiscard]] inline Error unexpected_value(const Json& value, const std::string& key,
                                            const std::string& what) {
    constexpr std::size_t MAX_SHOWN = 60;
    std::string text = one_line(value);
    if (text.size() > MAX_SHOWN) text = text.substr(0, MAX_SHOWN) + "...";
    return Error(key + ": expected " + what + ", got " + text);
}

/// Throws Error if `object` is not an object or lacks the key.
[[nodiscard]] inline const Json& member(const Json& object, const std::string& key) {
    if (!object.is_object()) throw Error("expected an object with the key " + in_quotes(key));
    const auto found = object.find(key);
    if (found == object.end()) throw Error("the key " + in_quotes(key) + " is missing");
    return *found;
}

/// `value` as a std::string, bool, double, integer, or a vector of these. Throws Error, naming
/// `key`, if it is of another type, or an integer that does not fit.
template<class Value>
[[nodiscard]] Value value_as(const Json& value, const std::string& key) {
    if constexpr (std::same_as<Value, std::string>) {
        if (value.is_string()) return value.get<std::string>();
        throw unexpected_value(value, key, "a string");
    } else if constexpr (std::same_as<Value, bool>) {
        if (value.is_boolean()) return value.get<bool>();
        throw unexpected_value(value, key, "true or false");
    } else if constexpr (std::same_as<Value, double>) {
        if (value.is_number()) return value.get<double>();
        throw unexpected_value(value, key, "a number");
    } else if constexpr (std::integral<Value>) {
        if (value.is_number_unsigned() && std::in_range<Value>(value.get<std::uint64_t>()))
            return static_cast<Value>(value.get<std::uint64_t>());
        if (value.is_number_integer() && !value.is_number_unsigned() &&
            std::in_range<Value>(value.get<std::int64_t>()))
            return static_cast<Value>(value.get<std::int64_t>());
        throw unexpected_value(value, key, "an integer that fits");
    } else {
        if (!value.is_array()) throw unexpected_value(value, key, "a list");
        Value values;
        for (const Json& one : value)
            values.push_back(value_as<typename Value::value_type>(one, key));
        return values;
    }
}

/// The value of a required key. Throws as member() and value_as().
template<class Value>
[[nodiscard]] Value value_at(const Json& object, const std::string& key) {
    return value_as<Value>(member(object, key), key);
}

/// The value of a key, or `otherwise` if it is absent. Throws if `object` is not one, and as
/// value_as().
template<class Value>
[[nodiscard]] Value value_or(const Json& object, const std::string& key, Value otherwise) {
    if (!object.is_object()) return value_at<Value>(object, key); // throws
    return object.contains(key) ? value_as<Value>(object[key], key) : std::move(otherwise);
}

/// The list under a required key. Throws as member(), and if it is not a list.
[[nodiscard]] inline const Json& list_of(const Json& object, const std::string& key) {
    const Json& list = member(object, key);
    if (!list.is_array()) throw unexpected_value(list, key, "a list");
    return list;
}

} // namespace agon::arena
