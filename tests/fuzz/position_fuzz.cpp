// Input: a line of rules (rules_line.hpp), then a position text.
//
//  - What is accepted prints as a text that is read as the same position and prints as itself, and
//    that the referee reads; the same holds for the flipped position, which flips back.
//  - It is refused only if the referee refuses it or a rule that the text does not show does.
//  - The referee agrees on the position, flipped or not.
#include "tests/fuzz/rules_line.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/support/agreement.hpp"

#include <optional>

namespace {

/// The refusals of rules.md section 8 that depend on the rules.
bool refused_by_rules(const naive::Rules& rules, const naive::State& state) {
    const bool bloody = rules.effect == naive::Effect::Bloody;
    int total = 0;
    for (const char side : {'w', 'b'}) {
        int guards = state.reserve.at(side);
        for (const auto& [cell, piece] : state.board)
            guards += naive::owner(piece) == side && !naive::is_queen(piece) ? 1 : 0;
        if (!bloody && guards != 6) return true;
        total += guards;
    }
    if (!bloody) return false;
    return total == 0 || std::ranges::any_of(state.captured, [&](const naive::Cell& cell) {
               return naive::owner(state.board.at(cell)) == state.turn;
           });
}

std::optional<naive::State> read_by_referee(const std::string& text) {
    try {
        return naive::parse(text);
    } catch (const std::runtime_error&) {
        return std::nullopt;
    }
}

/// Returns the printed text.
std::string check(const support::RulePair& rules, const agon::Position& position) {
    const std::string text = agon::to_text(position);
    if (agon::parse_position(rules.engine, text) != position)
        fuzz::broken("what is printed is read as the same position", text);
    if (agon::to_text(agon::parse_position(rules.engine, text)) != text)
        fuzz::broken("what is printed prints as itself", text);
    const auto state = read_by_referee(text);
    if (!state) fuzz::broken("the referee reads what is printed", text);
    (void)support::agreed(rules, position, *state);
    return text;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto lines = fuzz::lines_of(data, size, 2);
    if (lines.size() < 2) return 0;
    const support::RulePair rules = fuzz::rules_named(lines[0]);
    agon::Position position;
    try {
        position = agon::parse_position(rules.engine, lines[1]);
    } catch (const agon::Error& error) {
        const auto state = read_by_referee(lines[1]);
        if (state && !refused_by_rules(rules.naive, *state))
            fuzz::broken("nothing is refused but what rules.md section 8 names", error.what());
        return 0;
    }
    const std::string text = check(rules, position);
    const agon::Position flipped = agon::flipped(rules.engine, position);
    check(rules, flipped);
    if (agon::flipped(rules.engine, flipped) != position)
        fuzz::broken("a position flipped twice is itself", text);
    return 0;
}
