// The options of a program or of one of its commands: a table that reads them and prints its help.
#pragma once

#include "protocol/cli/values.hpp"

#include <boost/program_options.hpp>
#include <chrono>
#include <cstddef>
#include <fmt/format.h>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace agon::program {

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

/// The arithmetic type in which an option is read. `Variable` is a number, a std::chrono::duration,
/// or a std::optional of either.
template<class Variable>
using Count = typename detail::Number<Variable>::Count;

/// read() sets the variables, which must outlive it. An option that is not given leaves its
/// variable unchanged; its value before read() is shown as the default. If an option is given
/// twice, the last value counts.
class Options {
public:
    /// Called once for each value, with the option as typed ("--tc").
    using Take = std::function<void(const std::string& what, const std::string& value)>;

    /// `command` is what the user types, such as "agon perft"; the program's name comes first.
    /// --help prints `usage`, the options, and `examples`: lines of at most 100 columns, each
    /// ending in a line feed.
    Options(std::string command, std::string usage, std::string examples);

    /// Begins a part of the help with its own heading.
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
    /// A file to read; "" is refused.
    Options& input(const std::string& name, std::string& variable, const std::string& help);
    /// A file to write, in a directory that exists.
    Options& output(const std::string& name, std::string& variable, const std::string& help);
    /// Accepts several values; the option may also be repeated.
    Options& list(const std::string& name, Words& variable, const std::string& value_name,
                  const std::string& help);
    /// A value that `take` reads.
    Options& value(const std::string& name, const std::string& value_name, const std::string& help,
                   Take take);
    /// Accepts words that belong to no option; by default they are refused. `names` is for
    /// messages.
    Options& words(Words& variable, const std::string& names, std::size_t least, std::size_t most);

    // Combinations that read() refuses, since `name` would have no effect: without `other`, or with
    // it.
    Options& goes_with(const std::string& name, const std::string& other);
    Options& excludes(const std::string& name, const std::string& other);

    /// Returns false if --help or --version was given, and has been printed. Throws UsageError, and
    /// what check_directory() throws.
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
