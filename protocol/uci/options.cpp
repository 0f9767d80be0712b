#include "protocol/uci/options.hpp"

#include "engine/error.hpp"
#include "engine/quoted.hpp"
#include "protocol/session/tokens.hpp"

#include <algorithm>

namespace agon::protocol {
namespace {

constexpr std::string_view EMPTY = "<empty>";

template<class... Visitors>
struct Overloaded : Visitors... {
    using Visitors::operator()...;
};
template<class... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;

/// Lower case, one space between words.
std::string normal(std::string_view name) {
    std::string result;
    for (Tokens words(name); !words.done();)
        result += (result.empty() ? "" : " ") + lower(words.next());
    return result;
}

std::string type_text(const Option& option) {
    return std::visit(
        Overloaded{
            [](const SpinOption& spin) {
                return "spin default " + std::to_string(spin.initial) + " min " +
                       std::to_string(spin.least) + " max " + std::to_string(spin.most);
            },
            [](const CheckOption& check) {
                return std::string("check default ") + (check.initial ? "true" : "false");
            },
            [](const ComboOption& combo) {
                std::string text = "combo default " + combo.initial;
                for (const std::string& choice : combo.choices()) text += " var " + choice;
                return text;
            },
            [](const ButtonOption&) { return std::string("button"); },
            [](const StringOption& string) {
                return "string default " +
                       (string.initial.empty() ? std::string(EMPTY) : string.initial);
            },
        },
        option.kind);
}

std::string declare(const Option& option) {
    return "option name " + option.name + " type " + type_text(option);
}

[[noreturn]] void refuse(std::string_view value, const std::string& allowed) {
    throw Error(in_quotes(value) + " is not " + allowed);
}

void assign(const SpinOption& spin, std::string_view value) {
    const auto number = to_number(value);
    if (!number || *number < spin.least || *number > spin.most)
        refuse(value, "a whole number from " + std::to_string(spin.least) + " to " +
                          std::to_string(spin.most));
    spin.set(*number);
}

void assign(const CheckOption& check, std::string_view value) {
    const bool on = equal_ignoring_case(value, "true");
    if (!on && !equal_ignoring_case(value, "false")) refuse(value, "true or false");
    check.set(on);
}

void assign(const ComboOption& combo, std::string_view value) {
    const std::vector<std::string> choices = combo.choices();
    std::string allowed = "one of";
    for (const std::string& choice : choices) {
        if (equal_ignoring_case(value, choice)) return combo.set(choice);
        allowed += " " + choice;
    }
    refuse(value, allowed);
}

void assign(const ButtonOption& button, std::string_view) { button.press(); }

void assign(const StringOption& string, std::string_view value) {
    string.set(std::string(value == EMPTY ? "" : value));
}

} // namespace

const Option* OptionTable::find(std::string_view name) const {
    const std::string wanted = normal(name);
    const auto it = std::ranges::find_if(
        options_, [&](const Option& option) { return normal(option.name) == wanted; });
    return it == options_.end() ? nullptr : &*it;
}

std::vector<std::string> OptionTable::declarations() const {
    std::vector<std::string> lines;
    std::ranges::transform(options_, std::back_inserter(lines), declare);
    return lines;
}

std::string OptionTable::declaration(std::string_view name) const { return declare(*find(name)); }

void OptionTable::set(std::string_view name, std::string_view value) const {
    const Option* option = find(name);
    if (option == nullptr) throw Error("no option is named " + in_quotes(name));
    try {
        std::visit([&](const auto& kind) { assign(kind, value); }, option->kind);
    } catch (const Error& error) {
        throw Error(option->name + ": " + error.what());
    }
}

} // namespace agon::protocol
