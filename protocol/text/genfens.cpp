#include "protocol/text/genfens.hpp"

#include "engine/error.hpp"
#include "engine/notation.hpp"
#include "engine/random_play.hpp"
#include "protocol/program/values.hpp"

#include <spdlog/fmt/fmt.h>

#include <fstream>
#include <optional>

namespace agon::protocol {
namespace {

constexpr int RANDOM_ACTIONS =
    8; ///< after the placements, or one more, so that either side acts next
constexpr int MOST_ATTEMPTS = 10'000; ///< for one position

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
            throw Error(fmt::format("book '{}' line {}: {}", path, number, error.what()));
        }
    }
    if (positions.empty()) throw Error("book '" + path + "' has no positions");
    return positions;
}

/// Plays random actions; nullopt if the game ends meanwhile.
std::optional<Position> play_on(Game game, std::mt19937_64& random) {
    play_random(game, RANDOM_ACTIONS + static_cast<int>(random() % 2), random);
    if (game.outcome()) return std::nullopt;
    return game.position();
}

} // namespace

GenfensRequest parse_genfens(Tokens words) {
    GenfensRequest request;
    request.count = program::number<std::size_t>("N", words.next(), 0, MOST_FENS);
    if (!words.take("seed")) throw Error("'seed S' is missing after N");
    request.seed = program::number<std::uint64_t>("seed", words.next(), 0, MOST_SEED);
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
            throw Error("every random game ends within a few actions");
        }
    }
    return texts;
}

} // namespace agon::protocol
