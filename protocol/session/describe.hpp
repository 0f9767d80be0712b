// Text for people: a position, its evaluation, and the counts of perft.
#pragma once

#include "engine/game/game.hpp"
#include "engine/game/perft.hpp"
#include "search/engine.hpp"
#include "search/listener.hpp"
#include "search/nnue/built_in_networks.hpp"
#include "search/nnue/network.hpp"

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace agon::protocol {

/// "a1b2 c3d4".
[[nodiscard]] std::string moves_text(std::span<const Move> moves);

/// Nodes per second; a time of 0 counts as a microsecond.
[[nodiscard]] std::uint64_t per_second(std::uint64_t nodes, std::chrono::microseconds time);

using Lines = std::vector<std::string>;

/// The board, an empty line, then lines for `Fen: Key: Chooser: Legal: Result:` (protocols.md
/// section 1 (Commands), `d`). `colour` is for a terminal.
[[nodiscard]] Lines describe(const Game& game, bool colour = false);

/// The network, how much the evaluation drops for a piece's owner when it is taken away, and the
/// evaluation from white's side. When the position is decided, only the result.
[[nodiscard]] Lines describe_evaluation(const Game& game,
                                        const search::nnue::NamedNetwork& evaluating);

/// The legal actions, separated by blanks; none if the game is over, also by a draw.
[[nodiscard]] std::string legal_text(const Game& game);

inline constexpr int MAX_PERFT_DEPTH = 100; ///< no count this deep ever finishes

/// The sum of the entries of perft_divide(depth); 1 for depth 0, which has no entries.
[[nodiscard]] std::uint64_t total_count(const std::vector<DivideEntry>& entries, int depth);

/// "a1b2: 26" for each root action, an empty line, and the total.
[[nodiscard]] Lines describe_perft(const std::vector<DivideEntry>& entries, std::uint64_t total);

/// "Nodes searched: 702".
[[nodiscard]] std::string perft_total(std::uint64_t total);

/// The lines of a text; a line feed at its end does not begin another one.
[[nodiscard]] Lines split_lines(const std::string& text);

} // namespace agon::protocol
