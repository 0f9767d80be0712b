// The values of a command line. Messages name the option, what it expects and what was given:
// "--count: expected an integer >= 1, got '-5'".
#pragma once

#include <spdlog/fmt/fmt.h>

#include <charconv>
#include <concepts>
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

/// The names in a range of texts, or of what has one: words_of(presets.all(), &Preset::name).
template<class Range, class Projection = std::identity>
[[nodiscard]] Words words_of(const Range& range, Projection projection = {}) {
    Words words;
    for (const auto& item : range) words.emplace_back(std::invoke(projection, item));
    return words;
}

/// "; did you mean 'perft'?" when one of the names is near to the word, else "".
[[nodiscard]] std::string suggestion(std::string_view word, const Words& names);

/// "unknown KIND 'prft'; did you mean 'perft'?", and where nothing is near "; see 'COMMAND
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
    const auto [stop, error] = std::from_chars(text.data(), end, value);
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

/// `text`, which has to be one of the names.
[[nodiscard]] const std::string& choice(std::string_view what, const std::string& text,
                                        const Words& names);

/// Throws std::runtime_error, for exit status 1, unless the directory of `file` exists. Nothing is
/// made. "" is no file and passes.
void check_directory(std::string_view what, const std::string& file);

} // namespace agon::program
