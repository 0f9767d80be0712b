// The options of a program or of one of its commands: a table that reads them, checks their values
// and prints its help.
#pragma once

#include "engine/platform/system.hpp"

#include <boost/program_options.hpp>
#include <charconv>
#include <chrono>
#include <concepts>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <spdlog/fmt/fmt.h>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <vector>

namespace agon::program {

// The values of a command line. Messages name the option, what it expects and what was given:
// "--count: expected an integer >= 1, got '-5'".

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

/// `text`, which has to be one of the names.
[[nodiscard]] const std::string& choice(std::string_view what, const std::string& text,
                                        const Words& names);

/// Calls `read`, which parses the value of an option after Options::read(). A fault of it is wrong
/// use and begins with `what`.
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

/// The same for the file that an option names. A fault is a failure, for exit status 1.
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

// The options of a program or of one of its commands: a table that reads them and prints its help.

namespace detail {
template<class Variable>
struct Number {
    using Value = Variable;
    using Count = Variable;
};
template<class Rep, class Period>
struct Number<std::chrono::duration<Rep, Period>> {
    using Value = std::chrono::duration<Rep, Period>;
    using Count = Rep;
};
template<class Variable>
struct Number<std::optional<Variable>> : Number<Variable> {};
} // namespace detail

/// The arithmetic type that an option is read as: of a number, a std::chrono::duration, or a
/// std::optional of either.
template<class Variable>
using Count = typename detail::Number<Variable>::Count;

/// read() sets the variables, which must outlive it. An option that is not given leaves its
/// variable alone; the value before is shown as the default. If an option is given twice, the last
/// value counts.
class Options {
public:
    /// Gets the option as typed ("--tc") and a value, once for each value.
    using Take = std::function<void(const std::string& what, const std::string& value)>;

    /// `command` is what the user types, as "agon perft"; its first word is the program's name.
    /// --help prints `usage`, the options, and `examples`: lines of at most 100 columns, each with
    /// its line feed.
    Options(std::string command, std::string usage, std::string examples);

    /// Begins a part of the help with a heading of its own.
    Options& group(const std::string& heading);

    // `name` is "output", or "output,o" to have -o as well.
    Options& flag(const std::string& name, bool& variable, const std::string& help);
    /// Both bounds are allowed values.
    template<class Variable>
    Options& number(const std::string& name, Variable& variable, const std::string& help,
                    Count<Variable> least,
                    Count<Variable> most = std::numeric_limits<Count<Variable>>::max()) {
        using Value = typename detail::Number<Variable>::Value;
        std::string shown;
        if constexpr (std::is_arithmetic_v<Variable>) shown = fmt::format("{}", variable);
        if constexpr (std::is_same_v<Variable, Value> && !std::is_arithmetic_v<Variable>)
            shown = fmt::format("{}", variable.count());
        return value(name, "N", with_default(help, shown),
                     [&variable, least, most](const std::string& what, const std::string& text) {
                         variable =
                             Value(program::number<Count<Variable>>(what, text, least, most));
                     });
    }
    Options& text(const std::string& name, std::string& variable, const std::string& value_name,
                  const std::string& help);
    /// One of the names.
    Options& choice(const std::string& name, std::string& variable, const Words& names,
                    const std::string& help);
    /// A file to write, in a directory that exists.
    Options& output(const std::string& name, std::string& variable, const std::string& help);
    /// Takes several values; the option may also be repeated.
    Options& list(const std::string& name, Words& variable, const std::string& value_name,
                  const std::string& help);
    /// A value that `take` reads.
    Options& value(const std::string& name, const std::string& value_name, const std::string& help,
                   Take take);
    /// Takes the words that belong to no option; without this there must be none. `names` is for
    /// messages.
    Options& words(Words& variable, const std::string& names, std::size_t least, std::size_t most);

    // What read() refuses, since `name` would have no effect: it without `other`, or beside it.
    Options& goes_with(const std::string& name, const std::string& other);
    Options& excludes(const std::string& name, const std::string& other);

    /// False when --help or --version was given, and has been printed. Throws UsageError, and what
    /// check_directory() throws.
    [[nodiscard]] bool read(const Words& args);
    [[nodiscard]] std::string help() const;
    /// Whether `word` is an option whose value is the next word.
    [[nodiscard]] bool needs_next(const std::string& word) const;

private:
    struct Entry {
        bool has_value;
        Take take;
    };
    struct Condition {
        std::string name, other;
        bool together;
    };

    static std::string with_default(const std::string& help, const std::string& value);
    Options& add(const std::string& name, boost::program_options::value_semantic* semantic,
                 const std::string& help, Entry entry);
    [[nodiscard]] boost::program_options::options_description described() const;

    std::string command_, usage_, examples_;
    std::vector<boost::program_options::options_description> groups_;
    std::map<std::string, Entry> entries_; ///< by long name
    std::vector<Condition> conditions_;
    Words* words_ = nullptr;
    std::string word_names_;
    std::size_t least_words_ = 0, most_words_ = 0;
};

} // namespace agon::program
