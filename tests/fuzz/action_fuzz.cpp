// Input: a line of rules (rules_line.hpp), a position text (else the rules' setup), then a line for
// each action.
//
//  - The text of an action that is accepted prints as itself in lower case, `0000` as `pass`.
//  - It is legal exactly if the referee's list has it; what is refused changes nothing.
//  - The referee agrees on every position reached, and undoing goes back to each of them.
#include "tests/fuzz/rules_line.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/support/twin.hpp"

#include <cctype>

namespace {

std::string lower(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

void check_text(const std::string& text) {
    std::string printed;
    try {
        printed = agon::to_text(agon::parse_move(text));
    } catch (const agon::Error&) {
        return;
    }
    // a1a1 represents `no action` (engine/game/move.hpp); no rule allows it.
    const std::string expected = text == "0000"          ? "pass"
                                 : lower(text) == "a1a1" ? "0000"
                                                         : lower(text);
    if (printed != expected) fuzz::broken("an action prints as itself", text + ": " + printed);
}

std::string first_position(const support::RulePair& rules, const std::string& text) {
    try {
        return agon::to_text(agon::parse_position(rules.engine, text));
    } catch (const agon::Error&) {
        return std::string(agon::setup_text(rules.engine.setup));
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t MAX_LINES = 60;
    const auto lines = fuzz::lines_of(data, size, MAX_LINES);
    if (lines.size() < 2) return 0;
    const support::RulePair rules = fuzz::rules_named(lines[0]);
    support::Twin twin(rules, first_position(rules, lines[1]));
    std::vector<agon::Position> reached{twin.position()};
    for (std::size_t i = 2; i < lines.size(); ++i) {
        check_text(lines[i]);
        const bool expected = twin.offers(lines[i] == "0000" ? "pass" : lower(lines[i]));
        agon::Move move;
        try {
            move = agon::parse_legal_move(rules.engine, twin.position(), lines[i]);
        } catch (const agon::Error& error) {
            if (expected) fuzz::broken("what the referee allows is legal", error.what());
            if (twin.position() != reached.back())
                fuzz::broken("what is refused changes nothing", error.what());
            continue;
        }
        if (!expected) fuzz::broken("what the referee refuses is illegal", lines[i]);
        twin.play(move);
        reached.push_back(twin.position());
    }
    agon::Game game = twin.game();
    for (; !reached.empty(); reached.pop_back()) {
        if (game.position() != reached.back())
            fuzz::broken("undoing goes back", agon::to_text(reached.back()));
        if (game.undo() == (reached.size() == 1))
            fuzz::broken("there is an action to undo for each that was played", lines[0]);
    }
    return 0;
}
