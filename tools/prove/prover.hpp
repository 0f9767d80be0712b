// Proves that a side cannot lose: it gets into a refuge, out of which nobody can drive it.
#pragma once

#include "engine/game/move.hpp"
#include "engine/game/outcome.hpp"
#include "engine/game/position.hpp"
#include "engine/rules/presets.hpp"
#include "tools/prove/fortress.hpp"

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <unordered_map>
#include <vector>

namespace agon::prove {

/// The refuges into which a strategy may lead; README.md has the proofs.
struct Goals : Refuges {
    bool fortress = false; ///< in_fortress()

    [[nodiscard]] bool any() const { return throne || fortress; }
};

/// The refuges that the rules have; with `throne_alone` only the throne.
[[nodiscard]] Goals goals_of(const RuleSet& rules, bool throne_alone);

/// Whether `side` is in one of the refuges; either side may be to move. Precondition: the game is
/// not decided.
[[nodiscard]] bool is_safe(const Goals& goals, const Position& position, Side side);

inline constexpr int NEVER = 100; ///< more actions than any plan has

// Finds how a side gets into a refuge against all actions of the other.

/// For tables of whole positions.
struct PositionHash {
    std::size_t operator()(const Position& p) const { return p.key; }
};

struct Settings {
    Side side = Side::Black;
    /// Only steps of the queen and what the rules force, and only the throne counts.
    bool throne_alone = false;
    int most_actions = 16; ///< of `side`
    std::size_t width = 0; ///< actions of `side` to try; 0 means 2, or 5 where there are fortresses
    std::uint64_t nodes = 2'000'000; ///< where the search gives up; one needs 300 bytes
};

/// A position, counters at 0 and 1, and the answer of `side`: one action, or a whole plan into a
/// fortress. Before a plan either side may be the chooser, otherwise it is `side`.
struct Answer {
    Position position;
    std::vector<Move> actions;
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
    /// What is known of a position without a search.
    struct Outlook {
        bool held = false; ///< within `most` actions
        int actions = 0;   ///< about how many are needed
        int lack = 0;      ///< as in Approach
    };
    Outlook outlook(const Position& position, int most);
    bool holds(const Position& position, int actions);
    bool finds(const Position& position, int actions, Entry& entry);
    bool withstands(const Position& position, int actions, Entry& entry);
    [[nodiscard]] bool chooses(const Position& position) const;
    [[nodiscard]] Strategy collected(const Position& start);

    RuleSet rules_;
    Settings settings_;
    Goals goals_;
    std::optional<Approaches> approaches_; ///< where there are fortresses
    std::unordered_map<Position, Entry, PositionHash> table_;
    std::vector<std::uint32_t> refuted_; ///< by Move::raw(): how often it was a refutation
    std::uint64_t nodes_ = 0;
};

/// The clock at 0 and the number at 1: no proof depends on them.
[[nodiscard]] Position without_counters(Position position);

/// The position after an action, without_counters().
[[nodiscard]] Position follow(const RuleSet& rules, const Position& position, Move action);

// The file that agon-prove writes and check.py reads (README.md), and play by it.

/// What a proof is about.
struct Claim {
    const Preset& preset;
    Setup setup;
    Settings settings;
};

void write_certificate(std::ostream& out, const Claim& claim, const Strategy& strategy);

struct PlayCount {
    std::uint64_t turns = 0, games = 0, in_refuge = 0; ///< actions of the side; those in a refuge
};

/// Plays the strategy from the setup, and then within its refuges, against an opponent who captures
/// and hurries inward in every other game and otherwise chooses at random, until the side has made
/// so many actions; a game ends after 1,000. Throws Error with the position that has no answer, in
/// which the refuge is lost, or the game.
[[nodiscard]] PlayCount play(const Claim& claim, const Strategy& strategy, std::uint64_t turns,
                             std::uint64_t seed);

} // namespace agon::prove
