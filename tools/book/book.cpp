#include "tools/book/book.hpp"

#include "engine/game.hpp"
#include "engine/movegen.hpp"
#include "engine/notation.hpp"
#include "search/engine.hpp"
#include "tools/book/symmetry.hpp"

#include <array>
#include <cstdlib>
#include <optional>
#include <random>
#include <set>

namespace agon::book {
namespace {

constexpr std::size_t MOST_WALKS_PER_OPENING = 1000;

class Silence final : public search::Listener {
public:
    void on_info(const search::Info&) override {}
    void on_current_move(int, Move, int) override {}
};

/// What a random walk leads to; nothing when the game ends on the way or pieces are captured.
std::optional<Game> walk(Game game, int plies, std::mt19937_64& random) {
    MoveList moves;
    for (int i = 0; i < plies && !game.outcome(); ++i) {
        legal_moves(game.rules(), game.position(), moves);
        // A modulo and not a standard distribution, whose results differ between libraries.
        game.play(moves[random() % moves.size()]);
    }
    if (game.outcome() || game.position().captured.any()) return std::nullopt;
    return game;
}

class Judge {
public:
    explicit Judge(std::uint64_t nodes) { limits_.nodes = nodes; }

    /// The score of a game that goes on from here, from its chooser.
    search::Score score(const Game& game) {
        engine_.clear();
        search::Control control;
        return engine_.search(Game(game.rules(), game.position()), limits_, control, silence_)
            .score;
    }

private:
    search::SteadyClock clock_;
    search::Engine engine_{clock_};
    search::Limits limits_;
    Silence silence_;
};

void check(const BookSettings& settings) {
    if (settings.plies.empty()) throw Error("no number of random actions is given");
    if (settings.least < 0 || settings.least > settings.most)
        throw Error("the window of scores is empty");
    if (settings.count == 0 || settings.nodes == 0)
        throw Error("a book of nothing, or by no search, is none");
}

} // namespace

std::vector<BookOpening> make_book(const BookSettings& settings, const BookProgress& progress) {
    check(settings);
    const Presets presets;
    const RuleSet& rules = presets.at(settings.variant).rules;
    const Game start(rules, setup_position(rules, settings.setup));
    std::mt19937_64 random(settings.seed);
    Judge judge(settings.nodes);
    std::set<std::string> met;
    std::array<std::size_t, 2> wanted{settings.count - settings.count / 2, settings.count / 2};
    std::vector<BookOpening> book;
    std::size_t searched = 0;
    for (std::size_t i = 0; book.size() < settings.count; ++i) {
        if (i == MOST_WALKS_PER_OPENING * settings.count)
            throw Error("only " + std::to_string(book.size()) + " of " + std::to_string(i) +
                        " random openings fit");
        const auto game = walk(start, settings.plies[i % settings.plies.size()], random);
        if (!game || !met.insert(canonical_text(game->position())).second) continue;
        const int score = judge.score(*game);
        const Side better = score > 0 ? game->chooser() : ~game->chooser();
        const int margin = std::abs(score);
        if (margin >= settings.least && margin <= settings.most && wanted[index(better)] > 0) {
            --wanted[index(better)];
            book.push_back({game->position(), score});
        }
        progress(++searched, book.size());
    }
    return book;
}

std::string epd_line(const BookOpening& opening) {
    const std::string text = to_text(opening.position);
    const auto clock = text.rfind(' ', text.rfind(' ') - 1);
    return text.substr(0, clock) + " hmvc " + std::to_string(opening.position.clock) + "; fmvn " +
           std::to_string(opening.position.number) + "; ce " + std::to_string(opening.score) + ';';
}

} // namespace agon::book
