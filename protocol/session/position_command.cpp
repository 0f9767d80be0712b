#include "protocol/session/position_command.hpp"

#include "engine/error.hpp"
#include "engine/notation/notation.hpp"
#include "engine/quote.hpp"
#include "engine/words.hpp"

#include <string>
#include <string_view>

namespace agon::protocol {

void play_all(Game& game, Tokens words) {
    for (int place = 1; !words.done(); ++place) {
        try {
            game.play(parse_legal_move(game, words.next()));
        } catch (const Error& error) {
            throw Error("action " + std::to_string(place) + ": " + error.what());
        }
    }
}

Game parse_position_command(const Host& host, Tokens words) {
    constexpr std::string_view MOVES = "moves";
    std::string text;
    const bool from_setup = words.take("startpos");
    if (from_setup) {
        if (!words.done() && !equal_ignoring_case(words.peek(), MOVES))
            throw Error(in_quotes(words.peek()) + " where 'moves' was expected");
    } else {
        words.take("fen");
        while (!words.done() && !equal_ignoring_case(words.peek(), MOVES)) {
            if (!text.empty()) text += ' ';
            text += words.next();
        }
        if (text.empty()) throw Error("neither startpos nor a position text");
    }
    Game game(host.rules(), from_setup ? host.start_position() : parse_position(host.rules(), text),
              host.draw_limits());
    words.take(MOVES);
    play_all(game, words);
    return game;
}

} // namespace agon::protocol
