// A game kept by the engine and by the naive referee, who must agree about every position of it.
#pragma once

#include "engine/game.hpp"
#include "tests/fuzz/invariant.hpp"
#include "tests/support/agreement.hpp"

#include <algorithm>

namespace fuzz {

/// What both say of a position.
inline support::Agreement checked(const support::RulePair& rules, const agon::Position& position,
                                  const naive::State& state) {
    try {
        return support::agreed(rules, position, state);
    } catch (const support::Disagreement& difference) {
        broken("the naive referee agrees on every position", difference.what());
    }
}

class Both {
public:
    Both(const support::RulePair& rules, const agon::Position& first)
        : rules_(rules), game_(rules.engine, first), state_(naive::parse(agon::to_text(first))),
          agreement_(checked(rules_, first, state_)) {}

    [[nodiscard]] const agon::Game& game() const { return game_; }
    [[nodiscard]] const agon::Position& position() const { return game_.position(); }
    [[nodiscard]] const support::Agreement& agreement() const { return agreement_; }

    /// Precondition: `move` is legal.
    void play(agon::Move move) {
        state_ = naive::play(rules_.naive, state_, agon::to_text(move));
        // A counter stays at its greatest value, since none above it is accepted.
        state_.clock = std::min<std::int64_t>(state_.clock, agon::MAX_COUNTER);
        state_.number = std::min<std::int64_t>(state_.number, agon::MAX_COUNTER);
        game_.play(move);
        agreement_ = checked(rules_, game_.position(), state_);
    }

private:
    support::RulePair rules_;
    agon::Game game_;
    naive::State state_;
    support::Agreement agreement_;
};

} // namespace fuzz
