#include "tools/lab/train/self_play.hpp"

#include "engine/game/apply.hpp"
#include "engine/game/game.hpp"
#include "engine/game/random_play.hpp"
#include "engine/game/zobrist.hpp"
#include "engine/notation/notation.hpp"
#include "search/fixed_node_search.hpp"
#include "search/nnue/built_in_networks.hpp"
#include "search/nnue/network.hpp"
#include "search/nnue/network_file.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>
#include <memory>
#include <optional>

namespace agon::train {
namespace {

/// Fewer actions without progress than in a match: such games only shuffle.
constexpr DrawLimits DRAWS{.repetition = 3, .no_progress = 40};
constexpr std::uint64_t MAX_NODES = 8;     ///< times the soft limit, where an iteration takes long
constexpr std::uint64_t QUICK_NODES = 120; ///< of a search in the opening, at least
constexpr std::uint64_t SURE_NODES = 2;    ///< times the soft limit, for the score of an opening
constexpr std::size_t PLACING_IN = 12;     ///< one opening in N has guards to place
constexpr std::size_t CARELESS_IN = 10;    ///< one action in N by quick searches is random
constexpr int MAX_QUICK = 120;             ///< actions by quick searches
constexpr int MIN_ADVANTAGE = 170, MAX_ADVANTAGE = 700;
/// After these an equal opening will do: under `neto` hardly any is unequal.
constexpr int MAX_CANDIDATES = 40;
/// A game whose scores stay within the band for that number of actions is drawn: the sides shuffle,
/// or one of them has a blockade.
constexpr int DRAWN_BAND = 20, DRAWN_ACTIONS = 16;

/// A modulo and not a standard distribution, whose results differ between libraries.
std::size_t below(std::size_t bound, std::mt19937_64& random) { return random() % bound; }
int from_to(int least, int most, std::mt19937_64& random) {
    return least + static_cast<int>(below(static_cast<std::size_t>(most - least) + 1, random));
}

bool captures(const Game& game, Move move) {
    const Position& before = game.position();
    Position after = before;
    apply(game.rules(), after, move);
    return (after.captured - before.captured).any() ||
           after.occupied().count() < before.occupied().count();
}

/// Decided once for each opening. If it were decided for each candidate, nearly all openings would
/// be even, since few candidates become unequal.
enum class Balance : std::uint8_t { Placing, Even, Unequal };

Balance balance_of(const PlaySettings& settings, std::mt19937_64& random) {
    if (below(PLACING_IN, random) == 0) return Balance::Placing;
    const bool even = settings.even_in > 0 && from_to(1, settings.even_in, random) == 1;
    return even ? Balance::Even : Balance::Unequal;
}

/// Some of the guards are placed at random, since placements must be learned too.
Game placing_game(const RuleSet& rules, std::mt19937_64& random) {
    Game game(rules, setup_position(rules, Setup::Placement), DRAWS);
    for (int left = from_to(0, 2 * GUARDS_A_SIDE - 1, random); left > 0; --left)
        game.play(random_move(game, random));
    return Game(rules, game.position(), DRAWS);
}

/// A game begun by random actions and quick searches. Returns nullopt if it ended on the way, or if
/// neither side got an advantage.
std::optional<Game> candidate(const RuleSet& rules, const PlaySettings& settings, bool even,
                              search::FixedNodeSearch& searcher, std::mt19937_64& random) {
    // The sides hardly meet from `flanked` unless many random actions have spread them.
    const std::array<Setup, 6> setups = {rules.setup, Setup::Standard,  Setup::Placement,
                                         rules.setup, Setup::Placement, Setup::Flanked};
    const Setup setup = setups[below(setups.size(), random)];
    Game game(rules, setup_position(rules, setup), DRAWS);
    play_random(game, setup == Setup::Flanked ? from_to(30, 120, random) : from_to(4, 12, random),
                random);
    const int least_quick = from_to(40, 75, random);
    const int advantage = from_to(MIN_ADVANTAGE, 3 * MIN_ADVANTAGE, random);
    for (int i = 0; i < MAX_QUICK && !game.outcome(); ++i) {
        const auto quick = searcher.search(game, QUICK_NODES + below(QUICK_NODES, random));
        const int margin = std::abs(quick.score);
        if (margin > MAX_ADVANTAGE) return std::nullopt;
        if (i >= least_quick && game.position().captured.none() && (even || margin >= advantage)) {
            const int sure = std::abs(searcher.search(game, SURE_NODES * settings.nodes).score);
            if (sure <= MAX_ADVANTAGE && (even || sure >= MIN_ADVANTAGE))
                return Game(rules, game.position(), DRAWS);
        }
        game.play(below(CARELESS_IN, random) == 0 ? random_move(game, random) : quick.best);
    }
    return std::nullopt;
}

/// Whether scores have stayed within a band.
class Shuffling {
public:
    /// `score` from white.
    [[nodiscard]] bool is_drawn_after(int score) {
        least_ = std::min(least_, score);
        most_ = std::max(most_, score);
        if (most_ - least_ > DRAWN_BAND || std::abs(score) >= search::LARGEST_EVALUATION) {
            least_ = most_ = score;
            actions_ = 0;
        }
        return ++actions_ > DRAWN_ACTIONS;
    }

private:
    int least_ = 0, most_ = 0, actions_ = 0;
};

/// Increment it when openings or games are made differently.
constexpr std::uint64_t MAKE = 2;
constexpr int TRIED = 24; ///< searches that identify a build

std::mt19937_64 generator(std::uint64_t seed, std::uint64_t number) {
    std::seed_seq words{seed, seed >> 32, number, number >> 32};
    return std::mt19937_64(words);
}

} // namespace

std::uint64_t search_of(const RuleSet& rules, const search::nnue::Network* network) {
    search::FixedNodeSearch searcher(1);
    if (network != nullptr) searcher.set_network({std::shared_ptr<void>(), network});
    std::mt19937_64 random = generator(MAKE, 0);
    Game game(rules, setup_position(rules, Setup::Standard), DRAWS);
    play_random(game, from_to(4, 12, random), random);
    std::uint64_t found = MAKE;
    for (int i = 0; i < TRIED && !game.outcome(); ++i) {
        const auto answer = searcher.search(game, QUICK_NODES);
        for (const auto value :
             {static_cast<std::uint64_t>(answer.score), std::uint64_t{answer.best.raw()}})
            found = zobrist::splitmix64(found ^ value);
        game.play(answer.best);
    }
    return found;
}

std::uint64_t series_of(const PlaySettings& settings, std::span<const RuleSet> rules,
                        const search::nnue::Network* network) {
    std::uint64_t series = 0;
    const auto add = [&](std::uint64_t value) { series = zobrist::splitmix64(series ^ value); };
    for (const std::uint64_t value : {settings.seed, settings.nodes}) add(value);
    for (const int value : {settings.random_in, settings.even_in, settings.max_actions})
        add(static_cast<std::uint64_t>(value));
    for (const RuleSet& set : rules) {
        for (const RuleField& field : rule_fields()) add(field.get(set));
        const auto& known = network != nullptr ? *network : *search::nnue::network_for(set).network;
        // Not checksum(): it is the same for all bytes that end in their own checksum.
        for (const char byte : write_network(known)) add(static_cast<unsigned char>(byte));
        add(search_of(set, network));
    }
    return series;
}

Game find_opening(const RuleSet& rules, const PlaySettings& settings, std::uint64_t number,
                  search::FixedNodeSearch& searcher) {
    assert(settings.nodes > 0 && settings.even_in >= 0);
    searcher.forget();
    std::mt19937_64 random = generator(~settings.seed, number);
    const Balance balance = balance_of(settings, random);
    if (balance == Balance::Placing) return placing_game(rules, random);
    for (int tried = 0;; ++tried) {
        const bool even = balance == Balance::Even || tried >= MAX_CANDIDATES;
        if (auto found = candidate(rules, settings, even, searcher, random))
            return *std::move(found);
    }
}

RecordedGame play_game(Game game, const PlaySettings& settings, std::uint64_t number,
                       search::FixedNodeSearch& searcher) {
    assert(settings.nodes > 0 && settings.random_in >= 0 && settings.max_actions > 0);
    searcher.forget();
    std::mt19937_64 random = generator(settings.seed, number);
    RecordedGame record{.series = settings.series,
                        .number = number,
                        .rules = game.rules(),
                        .start = game.position(),
                        .winner = {},
                        .actions = {}};
    Shuffling shuffling;
    bool drawn = false;
    while (!drawn && game.length() < static_cast<std::size_t>(settings.max_actions)) {
        const auto answer =
            searcher.search_iterations(game, settings.nodes, MAX_NODES * settings.nodes);
        const int score =
            std::clamp(answer.score, -search::LARGEST_EVALUATION, search::LARGEST_EVALUATION);
        drawn = shuffling.is_drawn_after(game.chooser() == Side::White ? score : -score);
        const bool random_action =
            settings.random_in > 0 && from_to(1, settings.random_in, random) == 1;
        const Move played = random_action ? random_move(game, random) : answer.best;
        record.actions.push_back({.played = played,
                                  .score = score,
                                  .best_captures = captures(game, answer.best),
                                  .random = played != answer.best});
        game.play(played);
        if (const auto outcome = game.outcome()) {
            record.winner = outcome->winner;
            break;
        }
    }
    return record;
}

} // namespace agon::train
