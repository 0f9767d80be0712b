// The words of UCI and UGI that an arena writes and reads (protocols.md sections 1 and 2).
#pragma once

#include "engine/side.hpp"
#include "tools/match/engines/clock.hpp"
#include "tools/match/engines/engine_config.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agon::match {

/// What an engine last said of its search, from its own side.
struct Evaluation {
    enum class Kind : std::uint8_t { None, Centipawns, Mate };
    Kind kind = Kind::None;
    int value = 0; ///< centipawns, or own actions until mate, negative when it is mated
    int depth = 0;
    int seldepth = 0;
    std::uint64_t nodes = 0;
    std::vector<std::string> lines{}; ///< of each of EngineConfig::kept_lines, empty when not said

    friend bool operator==(const Evaluation&, const Evaluation&) = default;
};

/// "+0.31", "-M4", or nothing when there is no score.
[[nodiscard]] std::string score_text(const Evaluation& evaluation);

/// Takes in an `info` line. Lines without a score bring only nodes; those of other than the first
/// variation of MultiPV, and `info string`, bring nothing; faulty numbers are passed over.
void read_info(std::string_view line, Evaluation& evaluation);

struct BestMove {
    std::string best;   ///< as the engine wrote it; empty when it wrote nothing
    std::string ponder; ///< empty when there is none
};

/// Nothing when the line is no `bestmove`.
[[nodiscard]] std::optional<BestMove> read_best_move(std::string_view line);

/// The name in a line `option name ... type ...`; nothing when it is no such line.
[[nodiscard]] std::optional<std::string> read_option_name(std::string_view line);

/// The text with `?` for whatever is not printable ASCII: a match's output has nothing else.
[[nodiscard]] std::string printable(std::string text);

/// The first word of a line, and what follows it without leading blanks.
[[nodiscard]] std::string_view next_word(std::string_view& line);

/// The `go` of an engine that plays for `side`; clocks by side, at least 1 ms. Precondition: it is
/// bounded(). The other side's clock is told only to an engine that has one itself, which would
/// else take its own to be 0. `ponder`: `go ponder`, with the clocks as they stand before the
/// opponent's action.
[[nodiscard]] std::string go_text(Dialect dialect, Side side, const std::array<Clock, 2>& clocks,
                                  const std::array<TimeControl, 2>& controls, bool ponder = false);

} // namespace agon::match
