// The values of a command line. Messages name the option, what it expects and what was given:
// "--count: expected an integer >= 1, got '-5'".
#pragma once

#include "protocol/os/read_number.hpp"

#include <concepts>
#include <fmt/format.h>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <vector>

namespace agon::program {

using Words = std::vector<std::string>;

/// An unknown command, option or value: exit status 2.
class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The texts in a range, or a projection of its items: words_of(presets.all(), &Preset::name).
template<class Range, class Projection = std::identity>
[[nodiscard]] Words words_of(const Range& range, Projection projection = {}) {
    Words words;
    for (const auto& item : range) words.emplace_back(std::invoke(projection, item));
    return words;
}

/// "; did you mean 'perft'?" if one of the names is similar to the word, else "".
[[nodiscard]] std::string suggestion(std::string_view word, const Words& names);

/// "unknown KIND 'prft'; did you mean 'perft'?", and if nothing is similar "; see 'COMMAND
/// --help'". `kind` is "command" or "option".
[[nodiscard]] UsageError unknown(std::string_view kind, std::string_view word, const Words& names,
                                 std::string_view command);

/// "WHAT: expected EXPECTED, got 'TEXT'". `what` is the option as the user types it, everywhere
/// here.
[[nodiscard]] UsageError unexpected(std::string_view what, std::string_view expected,
                                    std::string_view text);

/// A decimal number from `least` to `most`. Throws UsageError, as the functions below do.
template<class Number>
[[nodiscard]] Number
number(std::string_view what, std::string_view text, std::type_identity_t<Number> least,
       std::type_identity_t<Number> most = std::numeric_limits<Number>::max()) {
    Number value{};
    const char* const end = text.data() + text.size();
    const auto [stop, error] = platform::read_number(text.data(), end, value);
    if (error == std::errc() && stop == end && value >= least && value <= most) return value;
    const char* const kind = std::integral<Number> ? "an integer" : "a number";
    const bool bounded =
        most != std::numeric_limits<Number>::max() || error == std::errc::result_out_of_range;
    throw unexpected(what,
                     bounded ? fmt::format("{} from {} to {}", kind, least, most)
                             : fmt::format("{} >= {}", kind, least),
                     text);
}

/// "true" or "on", "false" or "off".
[[nodiscard]] bool truth(std::string_view what, std::string_view text);

/// `text`, which must be one of the names.
[[nodiscard]] const std::string& choice(std::string_view what, const std::string& text,
                                        const Words& names);

/// Calls `read`, which parses the value of an option after Options::read(). An error in it is
/// wrong usage; the message begins with `what`.
template<class Read>
auto reading_value(std::string_view what, const Read& read) {
    try {
        return read();
    } catch (const UsageError&) {
        throw;
    } catch (const std::runtime_error& fault) {
        throw UsageError(fmt::format("{}: {}", what, fault.what()));
    }
}

/// The same for the file that an option names. An error is a failure, for exit status 1.
template<class Read>
auto reading_file(std::string_view what, const Read& read) {
    try {
        return read();
    } catch (const std::runtime_error& fault) {
        throw std::runtime_error(fmt::format("{}: {}", what, fault.what()));
    }
}

/// Throws std::runtime_error, for exit status 1, unless the directory of `file` exists. Creates
/// nothing. "" means no file and passes.
void check_directory(std::string_view what, const std::string& file);

} // namespace agon::program
