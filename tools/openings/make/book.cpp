#include "tools/openings/make/book.hpp"

#include "engine/error.hpp"
#include "engine/game/game.hpp"
#include "engine/game/random_play.hpp"
#include "engine/game/symmetry.hpp"
#include "engine/notation/notation.hpp"
#include "protocol/record/epd.hpp"
#include "search/engine.hpp"
#include "search/fixed_node_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <optional>
#include <set>

namespace agon::book {
namespace {

constexpr std::size_t MAX_CANDIDATES_PER_OPENING = 1000;
constexpr std::uint64_t QUICK_NODES = 300; ///< of a search that plays, at least; at most twice that
constexpr int MAX_TEST_PLIES = 400;
constexpr std::size_t HASH_MB = 2; ///< searches are small, and each game empties it

bool in_window(const BookSettings& settings, int score) {
    return settings.least <= std::abs(score) && std::abs(score) <= settings.most;
}

/// The game after random actions and then played ones. Returns nullopt if it has ended, or if
/// captured pieces wait to be relocated.
std::optional<Game> candidate(Game game, const BookSettings& settings, int played_plies,
                              search::FixedNodeSearch& searcher, std::mt19937_64& random) {
    play_random(game, settings.random_plies, random);
    searcher.forget();
    for (int i = 0; i < std::max(played_plies, settings.longest) && !game.outcome(); ++i) {
        const auto quick = searcher.search(game, QUICK_NODES + random() % QUICK_NODES);
        if (i >= played_plies && game.position().captured.none() &&
            in_window(settings, quick.score))
            break;
        const bool random_action =
            settings.random_in > 0 && random() % static_cast<unsigned>(settings.random_in) == 0;
        game.play(random_action ? random_move(game, random) : quick.best);
    }
    if (game.outcome() || game.position().captured.any()) return std::nullopt;
    return game;
}

using Nodes = PerSide<std::uint64_t>; ///< of a search

/// The winner, if there is one. A game longer than MAX_TEST_PLIES is drawn.
std::optional<Side> winner(Game game, const Nodes& nodes, search::FixedNodeSearch& searcher) {
    searcher.forget();
    for (int i = 0; i < MAX_TEST_PLIES && !game.outcome(); ++i)
        game.play(searcher.search(game, nodes[game.chooser()]).best);
    return game.outcome() ? game.outcome()->winner : std::nullopt;
}

/// The number of drawn test games. Returns nullopt if all have the same result, 0 without test
/// games.
std::optional<int> draws_of_test(const Game& start, const std::vector<std::uint64_t>& tested,
                                 search::FixedNodeSearch& searcher) {
    if (tested.empty()) return 0;
    std::vector<std::optional<Side>> winners;
    for (const std::uint64_t nodes : tested)
        for (const auto& sides : {Nodes{nodes, nodes / 2}, Nodes{nodes / 2, nodes}})
            winners.push_back(winner(start, sides, searcher));
    const auto same = std::ranges::count(winners, winners.front());
    if (same == std::ssize(winners)) return std::nullopt;
    return static_cast<int>(std::ranges::count(winners, std::optional<Side>()));
}

} // namespace

std::vector<BookOpening> make_book(const BookSettings& settings, const BookProgress& progress) {
    assert(settings.count > 0 && settings.nodes > 0);
    assert(settings.random_plies >= 0 && settings.random_in >= 0 && settings.longest >= 0);
    assert(!settings.played_plies.empty());
    assert(0 <= settings.least && settings.least <= settings.most);
    const Presets presets;
    const RuleSet& rules = presets.at(settings.variant).rules;
    const Game start(rules, setup_position(rules, settings.setup));
    std::mt19937_64 random(settings.seed);
    search::FixedNodeSearch searcher(HASH_MB);
    std::set<std::string> met;
    PerSide<std::size_t> wanted{settings.count - settings.count / 2, settings.count / 2};
    std::vector<BookOpening> book;
    std::size_t searched = 0;
    for (std::size_t i = 0; book.size() < settings.count; ++i) {
        if (i == MAX_CANDIDATES_PER_OPENING * settings.count)
            throw Error(fmt::format("only {} of {} random openings fit", book.size(), i));
        const auto game =
            candidate(start, settings, settings.played_plies[i % settings.played_plies.size()],
                      searcher, random);
        if (!game || !met.insert(canonical_text(game->position())).second) continue;
        searcher.forget();
        // A new game, since a match that begins here cannot repeat what came before.
        const Game opening(game->rules(), game->position());
        const int score = searcher.search(opening, settings.nodes).score;
        const Side better = score > 0 ? game->chooser() : ~game->chooser();
        if (in_window(settings, score) && wanted[better] > 0)
            if (const auto drawn = draws_of_test(opening, settings.tested, searcher)) {
                --wanted[better];
                book.push_back({game->position(), score, *drawn});
            }
        progress(++searched, book.size());
    }
    return book;
}

std::string epd_line(const BookOpening& opening) {
    return fmt::format("{} ce {};", to_epd(opening.position), opening.score);
}

} // namespace agon::book
