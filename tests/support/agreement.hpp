// Compares the engine and the naive referee on one position.
#pragma once

#include "engine/game/legal.hpp"
#include "engine/game/movegen.hpp"
#include "engine/game/outcome.hpp"
#include "engine/notation/notation.hpp"
#include "tests/support/rule_pair.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace support {

/// The message names the rules, the position, what differs and both values.
class Disagreement : public std::logic_error {
public:
    using std::logic_error::logic_error;
};

struct Agreement {
    std::string outcome;            ///< by the board only, "none" or "white wins (throne)"
    agon::MoveList moves;           ///< in the engine's order
    std::vector<std::string> legal; ///< the same as text, sorted
};

/// Throws Disagreement. Draws are not compared: they depend on the game.
inline Agreement agreed(const RulePair& rules, const agon::Position& position,
                        const naive::State& state) {
    const agon::RuleSet& engine = rules.engine;
    const std::string text = agon::to_text(position);
    const auto same = [&](const std::string& what, const std::string& ours,
                          const std::string& theirs) {
        if (ours != theirs)
            throw Disagreement(rules.name + ": " + text + ": " + what + ": engine '" + ours +
                               "', referee '" + theirs + "'");
    };
    const auto holds = [&](const std::string& what, bool condition) {
        same(what, condition ? "true" : "false", "true");
    };
    const auto joined = [](const std::vector<std::string>& words) {
        std::string line;
        for (const std::string& word : words) line += ' ' + word;
        return line;
    };
    same("position text", text, naive::text(state));
    // apply() updates `between` and `key` incrementally; parsing computes them from scratch.
    holds("as if parsed", position == agon::parse_position(engine, text));

    Agreement agreement;
    agreement.outcome = naive::result(rules.naive, state);
    same("outcome", agon::to_text(agon::decided(engine, position)), agreement.outcome);
    if (agreement.outcome == "none")
        same("chooser", agon::chooser(engine, position) == agon::Side::White ? "w" : "b",
             std::string(1, naive::chooser(rules.naive, state)));

    agon::legal_moves(engine, position, agreement.moves);
    std::vector<std::string>& legal = agreement.legal;
    for (const agon::Move move : agreement.moves) legal.push_back(agon::to_text(move));
    std::ranges::sort(legal);
    if (const std::vector<std::string> theirs = naive::legal(rules.naive, state); legal != theirs)
        same("legal actions", joined(legal), joined(theirs));
    holds("count_legal", agon::count_legal(engine, position) == legal.size());
    const bool more_than_a_pass = !legal.empty() && legal[0] != "pass";
    holds("any_legal", agon::any_legal(engine, position) == more_than_a_pass);
    return agreement;
}

} // namespace support
