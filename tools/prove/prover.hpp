// Finds how a side gets into a refuge against all actions of the other.
#pragma once

#include "engine/move.hpp"
#include "tools/prove/safe.hpp"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace agon::prove {

/// For tables of whole positions.
struct PositionHash {
    std::size_t operator()(const Position& p) const { return p.key; }
};

struct Settings {
    Side side = Side::Black;
    /// Only steps of the queen and what the rules force, and only the throne counts.
    bool throne_alone = false;
    int most_actions = 16;           ///< of `side`
    std::size_t width = 2;           ///< how many actions of `side` are tried in a position
    std::uint64_t nodes = 2'000'000; ///< where the search gives up; one needs 300 bytes
};

/// A position in which `side` is the chooser, counters at 0 and 1, and its answer.
struct Answer {
    Position position;
    Move action;
};

struct Strategy {
    int actions = 0;             ///< of `side`, in the longest line
    std::vector<Answer> answers; ///< in the order in which they are met, breadth first
    std::uint64_t replies = 0;   ///< the other side's actions that were looked at
    std::uint64_t waits = 0;     ///< positions in which the other side is the chooser
};

class Prover {
public:
    Prover(const RuleSet& rules, const Settings& settings);

    /// The strategy with the fewest actions that the search finds; nothing when it finds none.
    [[nodiscard]] std::optional<Strategy> prove(const Position& start);

    /// After prove() found nothing: the line that defeats the plan, to where no try is left.
    [[nodiscard]] std::vector<Move> refutation(const Position& start) const;

    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

private:
    struct Entry {
        int proved = NEVER; ///< with so many actions of `side`
        int failed = -1;
        Move action; ///< proves, or where the other side chooses, refutes
    };
    bool holds(const Position& position, int actions);
    bool finds(const Position& position, int actions, Entry& entry);
    bool withstands(const Position& position, int actions, Entry& entry);
    [[nodiscard]] bool chooses(const Position& position) const;
    [[nodiscard]] Strategy collected(const Position& start) const;

    RuleSet rules_;
    Settings settings_;
    Refuges refuges_;
    std::unordered_map<Position, Entry, PositionHash> table_;
    std::vector<std::uint32_t> refuted_; ///< by Move::raw(): how often it was a refutation
    std::uint64_t nodes_ = 0;
};

/// The clock at 0 and the number at 1: no proof depends on them.
[[nodiscard]] Position without_counters(Position position);

/// The position after an action, without_counters().
[[nodiscard]] Position follow(const RuleSet& rules, const Position& position, Move action);

} // namespace agon::prove
