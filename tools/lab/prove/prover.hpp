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
#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>
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
    int max_actions = 16; ///< of `side`
    /// Where there are seals: `max_actions` limits the actions before a plan, which may have any
    /// number of steps. Better against an enemy who disturbs plans early and never again.
    bool until_plan = false;
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

/// What a search has found out about a position.
struct Finding {
    int proved = NEVER; ///< with this number of actions of the side
    int failed = -1;
    Move action; ///< proves; refutes if the other side chooses; none if nothing was tried
};
using Findings = std::unordered_map<Position, Finding, PositionHash>;

/// A search that has not ended, or what it has found out when it has.
struct SearchState {
    std::uint64_t nodes = 0;
    Findings findings;
};

class Prover {
public:
    /// Is called every WATCH_INTERVAL nodes with the number of actions that the search allows now,
    /// and returns whether it shall go on.
    using Watch = std::function<bool(int actions)>;
    static constexpr std::uint64_t WATCH_INTERVAL = 256;

    /// `state`: of an earlier search for the same side with the same `throne_only` and `width`.
    Prover(const RuleSet& rules, const Settings& settings, SearchState state = {});

    /// The strategy with the fewest actions that the search finds. Returns nullopt if there is
    /// none. A search that gave up is continued from its state() with more nodes. A search that
    /// was interrupted and continued may find another strategy than one that was not, because it
    /// starts again to learn which actions refute most.
    [[nodiscard]] std::optional<Strategy> prove(const Position& start, const Watch& watch = {});

    /// After prove() returned nullopt: whether every way was tried, which Settings::throne_only
    /// allows under line flanks. There is none then of at most `max_actions` actions.
    [[nodiscard]] bool excluded() const { return goals_.arrival && !gave_up(); }

    /// After prove() returned nullopt: whether the nodes ran out or the watch ended the search.
    [[nodiscard]] bool gave_up() const { return stopped_ || state_.nodes >= settings_.nodes; }

    /// After prove() returned nullopt: the line that defeats the plan, until no action is left to
    /// try.
    [[nodiscard]] std::vector<Move> refutation(const Position& start) const;

    [[nodiscard]] const SearchState& state() const { return state_; }

private:
    /// What a position shows without a search.
    struct Outlook {
        bool held = false; ///< within `most` actions
        int actions = 0;   ///< about how many are needed; with `until_plan` 1, unless held
        int lack = 0;      ///< as in Approach
        int distance = 0;  ///< of two with the same lack, the nearer one is tried first
    };
    [[nodiscard]] std::optional<Seal> sealed(const Position& position) const;
    Outlook outlook(const Position& position, int most);
    Outlook looked(const Position& position, int most);
    bool holds(const Position& position, int actions);
    bool finds(const Position& position, int actions, Finding& finding);
    bool withstands(const Position& position, int actions, Finding& finding);
    [[nodiscard]] bool chooses(const Position& position) const;
    [[nodiscard]] Strategy collected(const Position& start);
    [[nodiscard]] int longest(const Strategy& strategy, const Position& start) const;

    RuleSet rules_;
    Settings settings_;
    Goals goals_;
    std::optional<Approaches> approaches_;                         ///< where there are seals
    std::unordered_map<Position, Outlook, PositionHash> outlooks_; ///< with `until_plan`
    SearchState state_;
    std::vector<std::uint32_t> refuted_; ///< by Move::raw(): how often it was a refutation
    Watch watch_;
    int allowed_ = 0; ///< actions
    bool stopped_ = false;
};

/// The clock at 0 and the number at 1: no proof depends on them.
[[nodiscard]] Position without_counters(Position position);

/// The position after an action, without_counters().
[[nodiscard]] Position follow(const RuleSet& rules, const Position& position, Move action);

} // namespace agon::prove
