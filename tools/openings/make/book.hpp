// A book of openings, chosen by search and by games (arena.md, book).
#pragma once

#include "engine/game/position.hpp"
#include "engine/rules/presets.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace agon::book {

struct BookSettings {
    std::string variant{DEFAULT_PRESET}; ///< rules of the games
    Setup setup = Setup::Standard;
    std::size_t count = 5'000; ///< of openings, at least 1
    std::uint64_t seed = 1;    ///< of the random actions
    int random_plies = 8;      ///< random actions from the setup, after the last placement
    /// Then actions chosen by short searches; the candidates take the numbers in turn. Not empty.
    std::vector<int> played_plies{56, 61};
    /// More of these follow, up to this many in all, until a search has a score in the window.
    int longest = 0;
    int random_in = 0;           ///< one in N of those actions is random; 0 for none
    std::uint64_t nodes = 5'000; ///< of the search that scores a candidate, at least 1
    int least = 0;               ///< score of the better side in centipawns, 0 to `most`
    int most = 200;              ///< greatest score of that side
    /// Nodes of the test games, two per node count: full against half, and half against full. Empty
    /// for no test.
    std::vector<std::uint64_t> tested{500, 1'000};
};

struct BookOpening {
    Position position;
    int score;     ///< centipawns, from the chooser, as EPD's `ce` has it
    int drawn = 0; ///< test games
};

/// Called for each position that was searched, with the number of openings so far.
using BookProgress = std::function<void(std::size_t searched, std::size_t kept)>;

/// Plays random actions from the setup and then actions by short searches, so that positions are
/// like those of real games. Keeps those whose score by a longer search is in the window and whose
/// test games do not all have the same result. White is better in one half of the
/// openings, black in the other. No opening is finished or has captured pieces to relocate, so
/// every rule set can continue from it, and no two are equal by canonical_text(). Deterministic.
/// Blocks for minutes. Throws Error if there is no such variant or hardly any candidate fits.
/// Precondition: the settings are in their ranges.
[[nodiscard]] std::vector<BookOpening> make_book(const BookSettings& settings,
                                                 const BookProgress& progress);

/// One line: the four fields and the operations `hmvc`, `fmvn` and `ce`.
[[nodiscard]] std::string epd_line(const BookOpening& opening);

} // namespace agon::book
