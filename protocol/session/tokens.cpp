#include "protocol/session/tokens.hpp"

#include "engine/error.hpp"
#include "engine/record/notation.hpp"

#include <algorithm>
#include <charconv>

namespace agon::protocol {
namespace {

constexpr std::string_view BLANKS = " \t\r\n\v\f";

} // namespace

std::size_t Tokens::word_length() const {
    return std::min(rest_.find_first_of(BLANKS), rest_.size());
}

void Tokens::skip_blanks() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(BLANKS), rest_.size()));
}

std::string_view Tokens::next() {
    const std::string_view word = peek();
    rest_.remove_prefix(word.size());
    skip_blanks();
    return word;
}

bool Tokens::take(std::string_view word) {
    if (!equal_ignoring_case(peek(), word)) return false;
    next();
    return true;
}

std::string_view Tokens::rest() {
    std::string_view text = rest_;
    text = text.substr(0, text.find_last_not_of(BLANKS) + 1);
    rest_ = {};
    return text;
}

std::optional<std::int64_t> to_number(std::string_view text) {
    if (text.starts_with('+')) {
        text.remove_prefix(1);
        if (text.starts_with('-')) return std::nullopt;
    }
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

void play_all(Game& game, Tokens words) {
    for (int place = 1; !words.done(); ++place) {
        try {
            game.play(parse_legal_move(game.rules(), game.position(), words.next()));
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
