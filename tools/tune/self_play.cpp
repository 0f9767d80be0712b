#include "tools/tune/self_play.hpp"

#include "engine/apply.hpp"
#include "engine/movegen.hpp"
#include "engine/notation.hpp"
#include "search/score/score.hpp"

#include <cassert>
#include <iterator>
#include <optional>
#include <random>

namespace agon::tune {
namespace {

/// Fewer actions without progress than in a match: weak play only shuffles.
constexpr DrawLimits DRAWS{.repetition = 3, .no_progress = 50};

/// A modulo and not a standard distribution, whose results differ between libraries.
std::size_t below(std::size_t bound, std::mt19937_64& random) { return random() % bound; }

/// Random actions from a setup; nothing when the game ends on the way.
std::optional<Game> opening(const RuleSet& rules, Setup setup, int actions,
                            std::mt19937_64& random) {
    Game game(rules, setup_position(rules, setup), DRAWS);
    MoveList moves;
    while (actions > 0 && !game.outcome()) {
        if (!game.position().placing()) --actions;
        legal_moves(rules, game.position(), moves);
        game.play(moves[below(moves.size(), random)]);
    }
    if (game.outcome()) return std::nullopt;
    return game;
}

bool captures(const Position& before, const Position& after) {
    return (after.captured - before.captured).any() ||
           after.occupied().count() < before.occupied().count();
}

/// Keeps a random sample of `wanted` positions, or all of them, in no order.
void sample(std::vector<Position>& positions, std::size_t wanted, std::mt19937_64& random) {
    if (positions.size() <= wanted) return;
    for (std::size_t i = 0; i < wanted; ++i)
        std::swap(positions[i], positions[i + below(positions.size() - i, random)]);
    positions.resize(wanted);
}

} // namespace

PlayedGame play_game(const RuleSet& rules, const PlaySettings& settings, std::size_t number,
                     search::FixedNodeSearch& searcher) {
    assert(settings.most_random >= LEAST_RANDOM && settings.handicap >= 1);
    constexpr Setup SETUPS[] = {Setup::Standard, Setup::Placement, Setup::Flanked};
    std::seed_seq seed{settings.seed, settings.seed >> 32, std::uint64_t{number}};
    std::mt19937_64 random(seed);
    std::optional<Game> game;
    while (!game) {
        const auto more = static_cast<std::size_t>(settings.most_random - LEAST_RANDOM) + 1;
        game = opening(rules, SETUPS[number % std::size(SETUPS)],
                       LEAST_RANDOM + static_cast<int>(below(more, random)), random);
    }
    searcher.forget();
    PlayedGame played;
    played.stronger = number / std::size(SETUPS) % 2 == 0 ? Side::White : Side::Black;
    std::optional<Side> winner;
    for (int i = 0; i < settings.most_actions; ++i) {
        const Position before = game->position();
        const int nodes = game->chooser() == played.stronger ? settings.nodes
                                                             : settings.nodes / settings.handicap;
        const auto answer = searcher.search(*game, static_cast<std::uint64_t>(nodes));
        if (search::is_decisive(answer.score)) {
            winner = search::is_win(answer.score) ? game->chooser() : ~game->chooser();
            break;
        }
        game->play(answer.best);
        if (!before.placing() && !captures(before, game->position()))
            played.positions.push_back(before);
        if (const auto outcome = game->outcome()) {
            winner = outcome->winner;
            break;
        }
    }
    if (winner) played.white_score = *winner == Side::White ? 1 : 0;
    sample(played.positions, static_cast<std::size_t>(settings.positions), random);
    return played;
}

} // namespace agon::tune
