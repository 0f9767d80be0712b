#include "protocol/uci/option_table.hpp"

#include "engine/error.hpp"
#include "engine/quote.hpp"
#include "engine/words.hpp"
#include "protocol/cli/values.hpp"
#include "protocol/session/tokens.hpp"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstdint>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace agon::protocol {
namespace {

constexpr std::string_view EMPTY = "<empty>";

template<class... Visitors>
struct Overloaded : Visitors... {
    using Visitors::operator()...;
};
template<class... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;

bool same_name(std::string_view a, std::string_view b) {
    Tokens left(a);
    Tokens right(b);
    while (!left.done() && left.take(right.peek())) right.next();
    return left.done() && right.done();
}

std::string type_text(const Option& option) {
    return std::visit(
        Overloaded{
            [](const SpinOption& spin) {
                return fmt::format("spin default {} min {} max {}", spin.initial, spin.least,
                                   spin.most);
            },
            [](const CheckOption& check) { return fmt::format("check default {}", check.initial); },
            [](const ComboOption& combo) {
                return fmt::format("combo default {} var {}", combo.initial,
                                   fmt::join(combo.choices(), " var "));
            },
            [](const ButtonOption&) { return std::string("button"); },
            [](const StringOption& string) {
                return fmt::format("string default {}",
                                   string.initial.empty() ? EMPTY : string.initial);
            },
        },
        option.kind);
}

std::string declare(const Option& option) {
    return fmt::format("option name {} type {}", option.name, type_text(option));
}

// Each throws for a bad value, and names the option.

void assign(const std::string& name, const SpinOption& spin, std::string_view value) {
    spin.set(program::number<std::int64_t>(name, value, spin.least, spin.most));
}

void assign(const std::string& name, const CheckOption& check, std::string_view value) {
    const bool on = equal_ignoring_case(value, "true");
    if (!on && !equal_ignoring_case(value, "false"))
        throw program::unexpected(name, "true or false", value);
    check.set(on);
}

void assign(const std::string& name, const ComboOption& combo, std::string_view value) {
    std::vector<std::string> choices = combo.choices();
    for (const std::string& choice : choices)
        if (equal_ignoring_case(value, choice)) return combo.set(choice);
    (void)program::choice(name, std::string(value), choices);
}

void assign(const std::string&, const ButtonOption& button, std::string_view) { button.press(); }

void assign(const std::string&, const StringOption& string, std::string_view value) {
    string.set(std::string(value == EMPTY ? "" : value));
}

} // namespace

const Option* OptionTable::find(std::string_view name) const {
    const auto it = std::ranges::find_if(
        options_, [&](const Option& option) { return same_name(option.name, name); });
    return it == options_.end() ? nullptr : &*it;
}

std::vector<std::string> OptionTable::declarations() const {
    std::vector<std::string> lines;
    std::ranges::transform(options_, std::back_inserter(lines), declare);
    return lines;
}

std::string OptionTable::declaration(std::string_view name) const {
    const Option* option = find(name);
    assert(option != nullptr);
    return declare(*option);
}

void OptionTable::set(std::string_view name, std::string_view value) const {
    const Option* option = find(name);
    if (option == nullptr) throw Error("no option is named " + in_quotes(name));
    try {
        std::visit([&](const auto& kind) { assign(option->name, kind, value); }, option->kind);
    } catch (const Error& error) {
        throw Error(option->name + ": " + error.what());
    }
}

} // namespace agon::protocol
