#include "tools/lab/prove/sealed_play.hpp"

#include "engine/error.hpp"
#include "engine/game/apply.hpp"
#include "engine/game/movegen.hpp"
#include "engine/game/outcome.hpp"
#include "engine/game/random_play.hpp"
#include "engine/game/seal.hpp"
#include "engine/notation/notation.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace agon::prove {
namespace {

constexpr int RANDOM_ACTIONS = 4;
constexpr DrawLimits ENDLESS = {.repetition = 0, .no_progress = 0};

/// A win, then captures, then steps inward.
int greed(const RuleSet& rules, const Position& before, Move move) {
    const Position next = after(rules, before, move);
    const auto outcome = decided(rules, next);
    if (outcome && outcome->winner == before.turn) return 1000;
    const int captured = next.captured.count();
    const bool inward =
        !move.is_pass() && !move.from().is_none() && move.to().ring() < move.from().ring();
    return 10 * captured + (inward ? 1 : 0);
}

} // namespace

Game SelfPlay::play(const std::function<void(const Game&)>& visit) {
    Game game(rules_, setup_position(rules_, rules_.setup));
    play_random(game, RANDOM_ACTIONS, random_);
    search_.forget();
    while (!game.outcome()) {
        game.play(search_.search(game, nodes_).best);
        visit(game);
    }
    return game;
}

Move SealedPlay::attack(const Game& game, Attacker attacker) {
    switch (attacker) {
    case Attacker::Random: return random_move(game, random_);
    case Attacker::Engine: return search_.search(game, nodes_).best;
    case Attacker::Greedy: break;
    }
    MoveList moves;
    legal_moves(game.rules(), game.position(), moves);
    int most = std::numeric_limits<int>::min();
    std::vector<Move> best;
    for (const Move move : moves) {
        const int value = greed(game.rules(), game.position(), move);
        if (value > most) best.clear();
        most = std::max(most, value);
        if (value == most) best.push_back(move);
    }
    return best[random_() % best.size()];
}

void SealedPlay::play(const RuleSet& rules, const Position& start, Side side, Attacker attacker,
                      int count) {
    const auto seal = find_seal(rules, start, side);
    if (!seal) throw Error("no seal in " + to_text(start));
    Cell from = seal->from, to = seal->to;
    Game game(rules, start, ENDLESS);
    ++games;
    const auto require = [&](bool holds, const char* fault) {
        if (!holds)
            throw Error(std::string(fault) + " in " + to_text(game.position()) +
                        ", in play from the seal in " + to_text(start));
    };
    while (count > 0) {
        if (const auto end = game.outcome()) {
            require(!end->winner || *end->winner == side, "a sealed side has lost");
            return;
        }
        if (game.position().turn == side) {
            MoveList moves;
            legal_moves(rules, game.position(), moves);
            const Move step(from, to);
            require(std::ranges::find(moves, step) != moves.end(), "a sealed side cannot step");
            game.play(step);
            std::swap(from, to);
            --count;
            ++turns;
        } else {
            game.play(attack(game, attacker));
        }
        require(game.position().captured.none(), "a piece is captured");
    }
}

} // namespace agon::prove
