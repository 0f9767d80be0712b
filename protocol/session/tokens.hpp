// The words of a line of input; the arguments of `position`.
#pragma once

#include "engine/error.hpp"
#include "protocol/session/host.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace agon::protocol {

// The words of a line of input.

/// Iterates over the words of a line, separated by white space. The words are views into the line.
class Tokens {
public:
    explicit Tokens(std::string_view line) : rest_(line) { skip_blanks(); }

    [[nodiscard]] bool done() const { return rest_.empty(); }
    /// The next word, not consumed; empty at the end.
    [[nodiscard]] std::string_view peek() const { return rest_.substr(0, word_length()); }
    /// Consumes the next word; empty at the end.
    std::string_view next();
    /// Consumes the next word if it is `word`, ignoring case.
    bool take(std::string_view word);
    /// Consumes the rest of the line, without white space at either end.
    std::string_view rest();

private:
    [[nodiscard]] std::size_t word_length() const;
    void skip_blanks();

    std::string_view rest_;
};

/// A decimal integer, with or without sign; nullopt for anything else, or when it does not fit.
[[nodiscard]] std::optional<std::int64_t> to_number(std::string_view text);

// The arguments of `position`, and lists of actions.

/// Reads `startpos [moves …]`, `fen TEXT [moves …]` or `TEXT [moves …]`. Throws Error, which names
/// the faulty field, or the illegal action and its place in the list, from 1.
[[nodiscard]] Game parse_position_command(const Host& host, Tokens words);

/// Plays the actions in `words`. Throws Error as above; the actions before the illegal one have
/// been played then.
void play_all(Game& game, Tokens words);

} // namespace agon::protocol
