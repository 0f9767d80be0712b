// The differences between UCI and UGI (protocols.md sections 1 and 2).
#pragma once

#include "protocol/uci/go_command.hpp"

#include <string_view>

namespace agon::protocol {

struct Dialect {
    std::string_view hello, ready, new_game; ///< "uci", "uciok", "ucinewgame"
    ClockWords clocks;
    bool names_ponder_move; ///< in `bestmove`
};

inline constexpr Dialect UCI = {.hello = "uci",
                                .ready = "uciok",
                                .new_game = "ucinewgame",
                                .clocks = UCI_CLOCK_WORDS,
                                .names_ponder_move = true};

/// p1 is white, which plays first from a setup.
inline constexpr Dialect UGI = {.hello = "ugi",
                                .ready = "ugiok",
                                .new_game = "uginewgame",
                                .clocks = {{"p1time", "p2time"}, {"p1inc", "p2inc"}},
                                .names_ponder_move = false};

} // namespace agon::protocol
