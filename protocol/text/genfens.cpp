#include "protocol/text/genfens.hpp"

#include "engine/error.hpp"
#include "engine/movegen.hpp"
#include "engine/notation.hpp"
#include "engine/quoted.hpp"

#include <fstream>
#include <optional>
#include <random>

namespace agon::protocol {
namespace {

constexpr int RANDOM_ACTIONS = 8;     ///< after the last placement, or one more: either side to act
constexpr int MOST_ATTEMPTS = 10'000; ///< at one position

std::vector<Position> read_book(const RuleSet& rules, const std::string& path) {
    std::ifstream file(path);
    const bool is_folder = file.peek() == std::ifstream::traits_type::eof() && file.bad();
    if (!file.is_open() || is_folder) throw Error("book '" + path + "' cannot be read");
    std::vector<Position> positions;
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
        Tokens words(line);
        if (words.done() || words.peek().starts_with('#')) continue;
        std::string text; // the six fields; EPD's operations follow
        for (int field = 0; field < 6 && !words.done(); ++field)
            text += (field == 0 ? "" : " ") + std::string(words.next());
        try {
            positions.push_back(parse_position(rules, text));
        } catch (const Error& error) {
            throw Error("book '" + path + "' line " + std::to_string(number) + ": " + error.what());
        }
    }
    if (positions.empty()) throw Error("book '" + path + "' has no positions");
    return positions;
}

/// Plays on at random; nothing when the game ends on the way.
std::optional<Position> play_on(Game game, std::mt19937_64& random) {
    MoveList moves;
    for (int left = RANDOM_ACTIONS + static_cast<int>(random() % 2); left > 0;) {
        if (game.outcome()) return std::nullopt;
        if (!game.position().placing()) --left;
        legal_moves(game.rules(), game.position(), moves);
        // A modulo and not a standard distribution, whose results differ between libraries.
        game.play(moves[random() % moves.size()]);
    }
    if (game.outcome()) return std::nullopt;
    return game.position();
}

std::int64_t number_after(Tokens& words, std::string_view what, std::int64_t most) {
    const std::string_view word = words.next();
    const auto value = to_number(word);
    if (!value || *value < 0 || *value > most)
        throw Error(std::string(what) + ": " + in_quotes(word) + " is not a number from 0 to " +
                    std::to_string(most));
    return *value;
}

} // namespace

GenfensRequest parse_genfens(Tokens words) {
    GenfensRequest request;
    request.count = static_cast<std::size_t>(number_after(words, "N", MOST_FENS));
    if (!words.take("seed")) throw Error("'seed S' is missing after N");
    request.seed = static_cast<std::uint64_t>(number_after(words, "seed", MOST_SEED));
    if (!words.take("book")) throw Error("'book None|FILE' is missing after the seed");
    const std::string_view book = words.next();
    if (book.empty()) throw Error("book: None or a file is missing");
    if (book != "None") request.book = book;
    return request;
}

std::vector<std::string> genfens(const Game& start, const GenfensRequest& request) {
    std::vector<Position> firsts{start.position()};
    if (!request.book.empty()) firsts = read_book(start.rules(), request.book);
    std::mt19937_64 random(request.seed);
    std::vector<std::string> texts;
    for (int attempts = 0; texts.size() < request.count;) {
        const Position& first = firsts[random() % firsts.size()];
        if (const auto position = play_on(Game(start.rules(), first, start.limits()), random)) {
            texts.push_back(to_text(*position));
            attempts = 0;
        } else if (++attempts == MOST_ATTEMPTS) {
            throw Error("no unfinished game is found: all end within a few actions");
        }
    }
    return texts;
}

} // namespace agon::protocol
