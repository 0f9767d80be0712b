// What an engine reports about a position.
#pragma once

#include "engine/board/side.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace agon {

/// A score read from an engine or a file is limited to this, with either sign, so that it can be
/// negated.
inline constexpr int MAX_SCORE = 1'000'000'000;

/// The last report of an engine on its search, from its own side.
struct Evaluation {
    enum class Kind : std::uint8_t { None, Centipawns, Mate };
    Kind kind = Kind::None;
    int value = 0; ///< centipawns, or own actions until mate, negative when it gets mated
    int depth = 0;
    int seldepth = 0;
    std::uint64_t nodes = 0;
    std::vector<std::string> lines{}; ///< one for each of EngineConfig::kept_lines, or empty
    std::uint64_t nps = 0;
    std::optional<int> hashfull{};      ///< per mille
    std::optional<std::int64_t> took{}; ///< milliseconds that the engine says it took

    friend bool operator==(const Evaluation&, const Evaluation&) = default;
};

/// The same from white's side, if `side` has reported it.
[[nodiscard]] Evaluation of_white(Evaluation evaluation, Side side);

/// The points that its side may expect, 0 to 1, by win_draw_loss(); a mate is 1 or 0.
/// Precondition: there is a score.
[[nodiscard]] double expected_points(const Evaluation& evaluation);

/// "+0.31", "-M4", or "" without a score.
[[nodiscard]] std::string score_text(const Evaluation& evaluation);

} // namespace agon
