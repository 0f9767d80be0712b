// A line of input as words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agon::protocol {

/// Walks over the words of a line, which must outlive it and the words. Words are parted by blanks
/// of any kind.
class Tokens {
public:
    explicit Tokens(std::string_view line) : rest_(line) { skip_blanks(); }

    [[nodiscard]] bool done() const { return rest_.empty(); }
    /// The next word, which stays; empty at the end.
    [[nodiscard]] std::string_view peek() const { return rest_.substr(0, word_length()); }
    /// The next word, which is gone then; empty at the end.
    std::string_view next();
    /// Takes the next word if it is `word`, of either case.
    bool take(std::string_view word);
    /// What is left of the line, without blanks at either end; nothing is left then.
    std::string_view rest();

private:
    [[nodiscard]] std::size_t word_length() const;
    void skip_blanks();

    std::string_view rest_;
};

[[nodiscard]] std::string lower(std::string_view text);
[[nodiscard]] bool equal_ignoring_case(std::string_view a, std::string_view b);

/// A whole number in decimal, a sign allowed; nothing when it is anything else or does not fit.
[[nodiscard]] std::optional<std::int64_t> to_number(std::string_view text);

} // namespace agon::protocol
