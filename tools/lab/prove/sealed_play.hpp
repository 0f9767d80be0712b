// Games with seals, and play against sealed sides: does a sealed side ever lose?
#pragma once

#include "engine/game/game.hpp"
#include "search/fixed_node_search.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <random>
#include <string>

namespace agon::prove {

/// Games of the engine against itself, after some random actions.
class SelfPlay {
public:
    SelfPlay(const RuleSet& rules, std::uint64_t nodes, std::uint64_t seed)
        : rules_(rules), nodes_(nodes), random_(seed) {}

    /// Plays one game to its end; `visit` gets it after each action. Blocks.
    Game play(const std::function<void(const Game&)>& visit);

private:
    RuleSet rules_;
    std::uint64_t nodes_;
    std::mt19937_64 random_;
    search::FixedNodeSearch search_{1};
};

enum class Attacker { Random, Greedy, Engine };

/// Sealed sides that step to and fro, against an attacker that tries to win.
class SealedPlay {
public:
    SealedPlay(std::uint64_t nodes, std::uint64_t seed) : nodes_(nodes), random_(seed) {}

    /// Plays `turns` turns of `side`, which has a seal in `start`. Stops early if the attacker has
    /// lost. Throws Error with the position if the step to or fro is illegal, a piece is captured,
    /// or the side has lost. Draws do not end the play. Blocks.
    void play(const RuleSet& rules, const Position& start, Side side, Attacker attacker, int turns);

    std::uint64_t turns = 0; ///< of sealed sides so far
    std::uint64_t games = 0;

private:
    [[nodiscard]] Move attack(const Game& game, Attacker attacker);

    std::uint64_t nodes_;
    std::mt19937_64 random_;
    search::FixedNodeSearch search_{1};
};

} // namespace agon::prove
