#include "tools/arena/conversation/offered_options.hpp"

#include "engine/number.hpp"
#include "engine/words.hpp"
#include "protocol/cli/options.hpp"

#include <boost/algorithm/string/case_conv.hpp>
#include <boost/algorithm/string/predicate.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace agon::arena {
namespace {

std::string lower(std::string_view name) { return boost::to_lower_copy(std::string(name)); }

/// The name in a line `option name ... type ...`. Afterwards `line` is what follows `type`.
std::optional<std::string> take_option_name(std::string_view& line) {
    if (next_word(line) != "option" || next_word(line) != "name") return std::nullopt;
    const std::string_view all = line;
    std::size_t size = 0; // of the name
    while (!line.empty()) {
        const std::string_view word = next_word(line);
        if (word == "type" && !line.empty())
            return size == 0 ? std::nullopt : std::optional(std::string(all.substr(0, size)));
        size = static_cast<std::size_t>(word.data() + word.size() - all.data());
    }
    return std::nullopt;
}

} // namespace

std::optional<OfferedOption> read_option(std::string_view line) {
    const auto name = take_option_name(line);
    if (!name) return std::nullopt;
    OfferedOption option{.name = *name, .type = lower(next_word(line))};
    const bool spin = option.type == "spin", combo = option.type == "combo";
    // Only a combo's names may contain spaces.
    std::vector<std::string_view> choice;
    std::string_view key;
    const auto end = [&] {
        if (key == "var" && !choice.empty())
            option.choices.push_back(fmt::format("{}", fmt::join(choice, " ")));
        choice.clear();
    };
    while (!line.empty()) {
        const std::string_view word = next_word(line);
        if ((combo && word == "var") || (spin && (word == "min" || word == "max")) ||
            (word == "default" && (spin || key.empty()))) {
            end();
            key = word;
            continue;
        }
        choice.push_back(word);
        std::int64_t number = 0;
        if (spin && !key.empty() && read_whole(word, number))
            (key == "min" ? option.least : key == "max" ? option.most : option.standard) = number;
    }
    end();
    return option;
}

std::optional<std::string> value_fault(const OfferedOption& option, const std::string& value) {
    const auto is = [&value](std::string_view name) { return boost::iequals(name, value); };
    std::string expected;
    if (option.type == "spin") {
        std::int64_t number = 0;
        const std::int64_t least = option.least.value_or(std::numeric_limits<int>::min());
        const std::int64_t most = option.most.value_or(std::numeric_limits<int>::max());
        if (read_whole(value, number) && number >= least && number <= most) return std::nullopt;
        expected = fmt::format("an integer from {} to {}", least, most);
    } else if (option.type == "check") {
        if (is("true") || is("false")) return std::nullopt;
        expected = "true or false";
    } else if (option.type == "combo" && !option.choices.empty()) {
        if (std::ranges::any_of(option.choices, is)) return std::nullopt;
        expected = fmt::format("one of {}", fmt::join(option.choices, " "));
    } else if (option.type == "button") {
        if (value.empty() || is("true")) return std::nullopt;
        expected = "no value, since it is a button";
    } else {
        return std::nullopt;
    }
    return fmt::format("expected {}, got '{}'", expected, value);
}

std::string setoption_text(const OfferedOption& option, const std::string& value) {
    if (option.type == "button") return "setoption name " + option.name;
    return "setoption name " + option.name + " value " + value;
}

bool OfferedOptions::read(std::string_view line) {
    auto option = read_option(line);
    if (!option) return false;
    options_.insert_or_assign(lower(option->name), std::move(*option));
    return true;
}

const OfferedOption* OfferedOptions::find(std::string_view name) const {
    const auto found = options_.find(lower(name));
    return found == options_.end() ? nullptr : &found->second;
}

std::string OfferedOptions::lacks(std::string_view name) const {
    program::Words names;
    for (const auto& [key, option] : options_) names.push_back(option.name);
    std::string hint = program::suggestion(name, names);
    if (hint.starts_with("; ")) hint = " (" + hint.substr(2) + ')';
    return "has no option " + std::string(name) + hint;
}

std::vector<OfferedOptions::Gap> OfferedOptions::gaps(const EngineOptions& of_match) const {
    std::vector<Gap> found;
    bool own_rules = false;
    for (const auto& [name, value] : of_match) {
        own_rules |= name == "VariantPath";
        const auto* const option = find(name);
        const auto fault = option != nullptr ? value_fault(*option, value) : std::nullopt;
        if (option == nullptr || (fault && !(own_rules && name == "UCI_Variant")))
            found.push_back({name, value, fault});
    }
    return found;
}

} // namespace agon::arena
