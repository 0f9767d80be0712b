// A book of unequal openings, chosen by search (arena.md, book).
#pragma once

#include "engine/position.hpp"
#include "engine/rulesets/presets.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace agon::book {

struct BookSettings {
    std::string variant{DEFAULT_PRESET}; ///< whose rules the walk and the search follow
    Setup setup = Setup::Standard;
    std::size_t count = 500; ///< openings wanted
    std::uint64_t seed = 1;  ///< of the random walks
    int random_plies = 8;    ///< random actions from the setup, after the last placement
    std::vector<int> played_plies{56, 61}; ///< then actions by quick searches; one after the other
                                           ///< in turn
    std::uint64_t nodes = 30'000;          ///< of the search that judges
    int least = 250;                       ///< score of the side that stands better, in centipawns
    int most = 600;                        ///< greatest score of that side
};

struct BookOpening {
    Position position;
    int score; ///< centipawns, from the chooser, as EPD's `ce` has it
};

/// Called for each position that was searched, with what there is so far.
using BookProgress = std::function<void(std::size_t searched, std::size_t kept)>;

/// Random legal actions from the setup, then quick searches for both sides, so that the position
/// is one that play leads to; kept when the score of a long search lies in the window.
/// White stands better in one half of the openings, black in the other. None is finished or has
/// captured pieces waiting (so that every rule set can play on from it), and none equals another by
/// canonical_text(). The same for the same settings and the same search. Blocks for minutes. Throws
/// Error when the settings make no sense or let hardly any position through.
[[nodiscard]] std::vector<BookOpening> make_book(const BookSettings& settings,
                                                 const BookProgress& progress);

/// One line: the four fields and the operations `hmvc`, `fmvn` and `ce`.
[[nodiscard]] std::string epd_line(const BookOpening& opening);

} // namespace agon::book
