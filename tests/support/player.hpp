// Random play with a purpose: purely random games seldom capture and hardly ever end.
#pragma once

#include "engine/game/apply.hpp"
#include "engine/game/movegen.hpp"
#include "engine/notation/notation.hpp"
#include "tests/support/random.hpp"

#include <array>
#include <vector>

namespace support {

/// What a side prefers to do; it does something else when it cannot, and sometimes when it can.
enum class Style { Any, Inward, Idle, Capturing };

inline bool captures(const agon::Position& before, const agon::Position& after) {
    return (after.captured - before.captured).any() ||
           after.occupied().count() < before.occupied().count();
}

inline bool suits(Style style, const agon::RuleSet& rules, const agon::Position& position,
                  agon::Move move) {
    if (move.is_pass()) return true;
    switch (style) {
    case Style::Inward:
        return move.is_placement() ? move.to().ring() == 1 : move.to().ring() < move.from().ring();
    case Style::Idle: return move.to().ring() == (move.is_placement() ? 5 : move.from().ring());
    case Style::Capturing: return captures(position, agon::after(rules, position, move));
    case Style::Any: break;
    }
    return true;
}

/// Chooses for both sides of one game. One side inward and the other idle ends games; both
/// idle repeats positions and runs into the limit on actions without progress.
class Player {
public:
    explicit Player(Random& random) : random_(random), styles_{any_style(), any_style()} {}

    /// `moves` is what legal_moves() found, and is not empty.
    agon::Move choose(const agon::RuleSet& rules, const agon::Position& position,
                      const agon::MoveList& moves) {
        if (random_.percent(15)) return random_.pick(moves);
        const Style style = styles_[position.turn];
        std::vector<agon::Move> liked;
        for (const agon::Move move : moves)
            if (suits(style, rules, position, move)) liked.push_back(move);
        return liked.empty() ? random_.pick(moves) : random_.pick(liked);
    }

private:
    Style any_style() {
        return std::array{Style::Any, Style::Inward, Style::Idle,
                          Style::Capturing}[random_.below(4)];
    }

    Random& random_;
    agon::PerSide<Style> styles_;
};

/// Calls visit(position) for `count` positions of a Player's games from `first`, finished ones too.
template<class Visit>
void walk(const agon::RuleSet& rules, const agon::Position& first, std::uint64_t seed,
          std::size_t count, Visit visit) {
    Random random(seed);
    while (true) {
        agon::Position position = first;
        Player player(random);
        for (int ply = 0; ply < 300; ++ply) {
            if (count-- == 0) return;
            visit(position);
            agon::MoveList moves;
            agon::legal_moves(rules, position, moves);
            if (moves.empty()) break;
            agon::apply(rules, position, player.choose(rules, position, moves));
        }
    }
}

/// The same from every setup in turn, `count` positions each.
template<class Visit>
void walk_from_setups(const agon::RuleSet& rules, std::uint64_t seed, std::size_t count,
                      Visit visit) {
    for (const agon::Setup setup :
         {agon::Setup::Standard, agon::Setup::Placement, agon::Setup::Flanked})
        walk(rules, agon::setup_position(rules, setup), seed, count, visit);
}

} // namespace support
