#include "protocol/session/genfens.hpp"

#include "engine/error.hpp"
#include "engine/game/game.hpp"
#include "engine/game/random_play.hpp"
#include "engine/notation/notation.hpp"
#include "engine/path_text.hpp"
#include "protocol/cli/values.hpp"
#include "protocol/record/epd.hpp"

#include <optional>

namespace agon::protocol {
namespace {

constexpr int RANDOM_ACTIONS =
    8; ///< after the placements, or one more, so that either side acts next
constexpr int MAX_ATTEMPTS = 10'000; ///< for one position

/// Plays random actions; nullopt if the game ends meanwhile.
std::optional<Position> play_on(Game game, std::mt19937_64& random) {
    play_random(game, RANDOM_ACTIONS + static_cast<int>(random() % 2), random);
    if (game.outcome()) return std::nullopt;
    return game.position();
}

} // namespace

GenfensRequest parse_genfens(Tokens words) {
    GenfensRequest request;
    request.count = program::number<std::size_t>("N", words.next(), 0, MAX_FENS);
    if (!words.take("seed")) throw Error("'seed S' is missing after N");
    request.seed = program::number<std::uint64_t>("seed", words.next(), 0, MAX_SEED);
    if (!words.take("book")) throw Error("'book None|FILE' is missing after the seed");
    const std::string_view book = words.next();
    if (book.empty()) throw Error("book: None or a file is missing");
    if (book != "None") request.book = book;
    return request;
}

std::vector<Position> genfens_starts(const Game& start, const std::string& book) {
    if (book.empty()) return {start.position()};
    return read_epd(start.rules(), path_of(book));
}

void genfens(const Game& game, const std::vector<Position>& starts, const GenfensRequest& request,
             const std::function<bool(const std::string&)>& take) {
    std::mt19937_64 random(request.seed);
    std::size_t taken = 0;
    for (int attempts = 0; taken < request.count;) {
        const Position& first = starts[random() % starts.size()];
        if (const auto position = play_on(Game(game.rules(), first, game.limits()), random)) {
            if (!take(to_text(*position))) return;
            ++taken;
            attempts = 0;
        } else if (++attempts == MAX_ATTEMPTS) {
            throw Error("every random game ends within a few actions");
        }
    }
}

} // namespace agon::protocol
