#include "protocol/cli/options.hpp"

#include "protocol/cli/build_report.hpp"

#include <algorithm>
#include <boost/program_options.hpp>
#include <cstddef>
#include <fmt/format.h>
#include <iostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace agon::program {

namespace po = boost::program_options;

namespace {

constexpr unsigned COLUMNS = 100;
constexpr int STYLE =
    (po::command_line_style::unix_style & ~po::command_line_style::allow_guessing) |
    po::command_line_style::allow_long_disguise; // -nodes is --nodes

/// "-1" is a value, not an option: it is refused by what expects it, with the range.
std::vector<po::option> negative_number(Words& args) {
    if (args.front().size() < 2 || args.front()[0] != '-' || args.front()[1] < '0' ||
        args.front()[1] > '9')
        return {};
    po::option value;
    value.value.push_back(args.front());
    value.original_tokens.push_back(args.front()); // read by the library for a list
    args.erase(args.begin());
    return {value};
}

} // namespace

Options::Options(std::string command, std::string usage, std::string examples)
    : command_(std::move(command)), usage_(std::move(usage)), examples_(std::move(examples)) {
    group("Options");
}

Options& Options::group(const std::string& heading) {
    groups_.emplace_back(heading, COLUMNS);
    return *this;
}

std::string Options::with_default(const std::string& help, const std::string& value) {
    return value.empty() ? help : fmt::format("{} ({})", help, value);
}

Options& Options::add(const std::string& name, po::value_semantic* semantic,
                      const std::string& help, Entry entry) {
    groups_.back().add_options()(name.c_str(), semantic, help.c_str());
    entries_[name.substr(0, name.find(','))] = std::move(entry);
    return *this;
}

Options& Options::flag(const std::string& name, bool& variable, const std::string& help) {
    const auto set = [&variable](const std::string&, const std::string&) { variable = true; };
    return add(name, new po::untyped_value(true), help, {false, set});
}

Options& Options::value(const std::string& name, const std::string& value_name,
                        const std::string& help, Take take) {
    return add(name, po::value<std::string>()->value_name(value_name), help,
               {true, std::move(take)});
}

Options& Options::list(const std::string& name, Words& variable, const std::string& value_name,
                       const std::string& help) {
    return add(name, po::value<Words>()->multitoken()->value_name(value_name), help,
               {true, [&variable](const std::string&, const std::string& text) {
                    variable.push_back(text);
                }});
}

Options& Options::text(const std::string& name, std::string& variable,
                       const std::string& value_name, const std::string& help) {
    return value(name, value_name, with_default(help, variable),
                 [&variable](const std::string&, const std::string& text) { variable = text; });
}

Options& Options::choice(const std::string& name, std::string& variable, const Words& names,
                         const std::string& help) {
    return value(name, "NAME", with_default(help, variable),
                 [&variable, names](const std::string& what, const std::string& text) {
                     variable = program::choice(what, text, names);
                 });
}

Options& Options::input(const std::string& name, std::string& variable, const std::string& help) {
    return value(name, "FILE", help, [&variable](const std::string& what, const std::string& text) {
        if (text.empty()) throw unexpected(what, "a file", text);
        variable = text;
    });
}

Options& Options::output(const std::string& name, std::string& variable, const std::string& help) {
    return value(name, "FILE", with_default(help, variable),
                 [&variable](const std::string& what, const std::string& text) {
                     check_directory(what, text);
                     variable = text;
                 });
}

Options& Options::words(Words& variable, const std::string& names, std::size_t least,
                        std::size_t most) {
    words_ = &variable;
    word_names_ = names;
    least_words_ = least;
    most_words_ = most;
    return *this;
}

Options& Options::goes_with(const std::string& name, const std::string& other) {
    conditions_.push_back({name, other, true});
    return *this;
}

Options& Options::excludes(const std::string& name, const std::string& other) {
    conditions_.push_back({name, other, false});
    return *this;
}

po::options_description Options::described() const {
    po::options_description all("", COLUMNS);
    auto groups = groups_;
    groups.front().add_options()("help,h", "this text")("version", "version, and how it was built");
    for (const auto& group : groups) all.add(group);
    return all;
}

std::string Options::help() const {
    std::ostringstream text;
    text << usage_ << described() << "\nExamples:\n" << examples_;
    return text.str();
}

bool Options::needs_next(const std::string& word) const {
    const auto entry = word.starts_with("--") ? entries_.find(word.substr(2)) : entries_.end();
    return entry != entries_.end() && entry->second.has_value;
}

bool Options::read(const Words& args) {
    const po::options_description all = described();
    Words names;
    for (const auto& option : all.options()) names.push_back("--" + option->long_name());
    std::vector<po::option> given;
    try {
        given = po::command_line_parser(args)
                    .options(all)
                    .style(STYLE)
                    .extra_style_parser(negative_number)
                    .run()
                    .options;
    } catch (const po::unknown_option& error) {
        throw unknown("option", error.get_option_name(), names, command_);
    } catch (const po::error& error) {
        throw UsageError(error.what());
    }
    for (const po::option& option : given) {
        if (option.string_key != "help" && option.string_key != "version") continue;
        std::cout << (option.string_key == "help"
                          ? help()
                          : build_report(command_.substr(0, command_.find(' '))));
        return false;
    }
    const auto has = [&](const std::string& name) {
        return std::ranges::find(given, name, &po::option::string_key) != given.end();
    };
    for (const Condition& condition : conditions_)
        if (has(condition.name) && has(condition.other) != condition.together)
            throw UsageError(fmt::format("--{} {} --{}", condition.name,
                                         condition.together ? "needs" : "cannot be combined with",
                                         condition.other));
    Words found;
    for (const po::option& option : given) {
        if (option.position_key >= 0) {
            found.push_back(option.value.front());
            continue;
        }
        const Entry& entry = entries_.at(option.string_key);
        const std::string what = "--" + option.string_key;
        if (!entry.has_value) entry.take(what, "");
        for (const std::string& value : option.value) entry.take(what, value);
    }
    if (found.size() < least_words_)
        throw UsageError(fmt::format("{} is missing; see '{} --help'", word_names_, command_));
    if (found.size() > most_words_)
        throw UsageError(
            fmt::format("unexpected argument '{}'; see '{} --help'", found[most_words_], command_));
    if (words_ != nullptr) *words_ = std::move(found);
    return true;
}

} // namespace agon::program
