// The words of a line of input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace agon::protocol {

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

} // namespace agon::protocol
