// Proves that a side cannot lose: against all actions of the other side it gets into a refuge, out
// of which nobody can drive it. Under other rules, that its queen reaches the throne.
#pragma once

#include "engine/game/move.hpp"
#include "engine/game/position.hpp"
#include "engine/game/seal.hpp"
#include "tools/lab/prove/approach.hpp"
#include "tools/lab/prove/goals.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace agon::prove {

inline constexpr int NEVER = 100; ///< more actions than any plan has

/// For tables of whole positions.
struct PositionHash {
    std::size_t operator()(const Position& p) const { return p.key; }
};

struct Settings {
    Side side = Side::Black;
    /// Only the queen steps, apart from what the rules force, and only the throne counts.
    bool throne_only = false;
    int max_actions = 16;  ///< of `side`
    std::size_t width = 0; ///< actions of `side` to try; 0 means 2, or 5 where there are seals
    std::uint64_t nodes = 2'000'000; ///< where the search gives up; each takes 300 bytes
};

/// A position, with counters at 0 and 1, and the answer of `side`: one action, or a whole plan into
/// a fortress or a seal. If the answer is a plan, either side may be the chooser; otherwise it is
/// `side`.
struct PlannedAnswer {
    Position position;
    std::vector<Move> actions; ///< none if the position is a seal already
    std::optional<Seal> seal;  ///< at the end of the plan; nullopt if it is a fortress
};

struct Strategy {
    int actions = 0;                    ///< of `side`, in the longest line
    std::vector<PlannedAnswer> answers; ///< breadth first
    std::uint64_t replies = 0;          ///< the other side's actions that were checked
    std::uint64_t waits = 0;            ///< positions in which the other side is the chooser
};

class Prover {
public:
    Prover(const RuleSet& rules, const Settings& settings);

    /// The strategy with the fewest actions that the search finds. Returns nullopt if there is
    /// none.
    [[nodiscard]] std::optional<Strategy> prove(const Position& start);

    /// After prove() returned nullopt: whether every way was tried, which Settings::throne_only
    /// allows under line flanks. There is none then of at most `max_actions` actions.
    [[nodiscard]] bool excluded() const { return goals_.arrival && nodes_ < settings_.nodes; }

    /// After prove() returned nullopt: the line that defeats the plan, until no action is left to
    /// try.
    [[nodiscard]] std::vector<Move> refutation(const Position& start) const;

    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

private:
    struct Entry {
        int proved = NEVER; ///< with this number of actions of `side`
        int failed = -1;
        Move action; ///< proves; refutes if the other side chooses
    };
    /// What a position shows without a search.
    struct Outlook {
        bool held = false; ///< within `most` actions
        int actions = 0;   ///< about how many are needed
        int lack = 0;      ///< as in Approach
    };
    [[nodiscard]] std::optional<Seal> sealed(const Position& position) const;
    Outlook outlook(const Position& position, int most);
    bool holds(const Position& position, int actions);
    bool finds(const Position& position, int actions, Entry& entry);
    bool withstands(const Position& position, int actions, Entry& entry);
    [[nodiscard]] bool chooses(const Position& position) const;
    [[nodiscard]] Strategy collected(const Position& start);

    RuleSet rules_;
    Settings settings_;
    Goals goals_;
    std::optional<Approaches> approaches_; ///< where there are seals
    std::unordered_map<Position, Entry, PositionHash> table_;
    std::vector<std::uint32_t> refuted_; ///< by Move::raw(): how often it was a refutation
    std::uint64_t nodes_ = 0;
};

/// The clock at 0 and the number at 1: no proof depends on them.
[[nodiscard]] Position without_counters(Position position);

/// The position after an action, without_counters().
[[nodiscard]] Position follow(const RuleSet& rules, const Position& position, Move action);

} // namespace agon::prove
