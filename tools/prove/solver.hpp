// Forced wins proved by exhaustive search, without the search of the engine, and such wins out of
// games.
#pragma once

#include "engine/game/move.hpp"
#include "engine/game/position.hpp"
#include "engine/rules/presets.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace agon::solve {

// A lower bound on the length of a win: what it takes if the other side does nothing against it.

/// Turns that a win still needs, at least.
struct Needed {
    int attacker = 0; ///< turns of the attacker until the throne can be won
    int guards = 0;   ///< those among them in which a guard of the attacker's steps
    int defender = 0; ///< turns of the defender until the attacker can win by forfeit
};

/// A step goes at most one ring inward, a turn has at most one step, and a relocation brings no
/// guard inward (rules.md 4.1, 4.5, 4.6); only a captured queen can come closer by it. All are 0
/// where guards can leave the game and while guards are placed.
[[nodiscard]] Needed needed(const RuleSet& rules, const Position& position, Side attacker);

/// Whether the attacker may win within `plies` actions, `winner_actions` of them its own. Every
/// turn has at least one action, so the side to move has at most (plies + 1) / 2 turns in `plies`
/// actions.
[[nodiscard]] inline bool leaves_room(const Needed& turns, bool attackers_turn, int plies,
                                      int winner_actions) {
    const int movers = (plies + 1) / 2;
    const int others = plies / 2;
    if ((attackers_turn ? others : movers) >= turns.defender) return true;
    return turns.guards <= winner_actions && (attackers_turn ? movers : others) >= turns.attacker;
}

// A transposition table: for each position the least budget with a proved win, and the greatest
// without one.

/// Of fixed size; a full bucket replaces the entry that was cheapest to compute. Two positions are
/// the same when their 64-bit keys are.
class ProofTable {
public:
    struct Entry {
        std::uint64_t key = 0;
        int proved = std::numeric_limits<int>::max(); ///< a win within this budget
        int refuted = -1;                             ///< none within this one
        Move move{};                                  ///< that decided it
    };

    /// Precondition: `entries` is a power of two, at least BUCKET.
    explicit ProofTable(std::size_t entries) : entries_(entries) {
        assert(std::has_single_bit(entries) && entries >= BUCKET);
    }

    /// A copy; a blank entry when nothing is known.
    [[nodiscard]] Entry find(std::uint64_t key) {
        for (const Entry& entry : bucket(key))
            if (entry.key == key) return entry;
        return {.key = key};
    }

    /// There is a win within `budget`, or none. `move` is the action that decided it, or Move{}.
    void store(std::uint64_t key, int budget, bool won, Move move) {
        const auto entries = bucket(key);
        auto slot = std::ranges::find(entries, key, &Entry::key);
        if (slot == entries.end()) {
            slot = std::ranges::min_element(entries, {}, work);
            *slot = {.key = key};
        }
        if (won)
            slot->proved = std::min(slot->proved, budget);
        else
            slot->refuted = std::max(slot->refuted, budget);
        if (!move.is_none()) slot->move = move;
    }

private:
    static constexpr std::size_t BUCKET = 4;

    /// A deeper search costs more, and a budget grows with depth.
    [[nodiscard]] static int work(const Entry& entry) {
        const bool proved = entry.proved != std::numeric_limits<int>::max();
        return std::max(proved ? entry.proved : -1, entry.refuted);
    }

    [[nodiscard]] std::span<Entry, BUCKET> bucket(std::uint64_t key) {
        const std::size_t first = key & (entries_.size() - 1) & ~(BUCKET - 1);
        return std::span<Entry, BUCKET>(entries_.data() + first, BUCKET);
    }

    std::vector<Entry> entries_;
};

// Forced wins proved by exhaustive search. Shares no code with the engine's search, so that it can
// check it.

/// The length of a forced win as `mate N` counts it (`go mate`, protocols.md section 1 (go)): the
/// winner minimises `plies` and then `winner_actions`, the loser maximises them.
struct Length {
    int plies = 0;          ///< actions of anyone until the game is over
    int winner_actions = 0; ///< those among them that the winner chooses: N

    friend bool operator==(const Length&, const Length&) = default;
};

inline constexpr int MAX_PLIES = 99; ///< the hundredth action without progress draws (4.9)

struct Effort {
    int most_plies = 17;                   ///< of the win, 1 to MAX_PLIES
    std::uint64_t nodes = 2'000'000;       ///< of the exhaustive search
    std::uint64_t attack_nodes = 0;        ///< of the attack after it; 0 for none
    std::size_t table_entries = 1U << 18U; ///< a power of two, at least 4
};

struct Verdict {
    std::optional<Length> win{}; ///< for the position's chooser
    /// With a win: nothing shorter exists. Without: there is none within `most_plies`.
    bool exhaustive = false;
    std::uint64_t nodes = 0; ///< of the proof, without those that the line took
    /// With a win: the actions until it, each side's best. Shorter where the nodes are used up.
    std::vector<Move> line{};
};

/// The shortest win that the chooser can force, by iterative deepening over all actions. When its
/// nodes are used up, a narrower search goes on from the depth reached: the attacker steps only
/// inward or to capture, the defender does anything. What that finds is an upper bound of the
/// length.
///
/// Draws need no thought: every action of a shortest win comes nearer to the end, so no position is
/// repeated, and with the clock at 0 it is over before the limit on actions without progress. Where
/// a repetition loses, positions before the first count, and an Error is thrown. A finished
/// position has no win. Deterministic. Blocks. Precondition: `effort` is in its ranges.
[[nodiscard]] Verdict solve(const RuleSet& rules, const Position& position, const Effort& effort);

/// A win that begins with one action only.
struct OnlyWin {
    Length length;          ///< the shortest
    std::vector<Move> line; ///< to the end; its first action is the only one that keeps `length`
    /// Proved: if the other side could pass after the first action, the win would take longer.
    bool zugzwang = false;
};

/// The chooser's shortest win, if every action but one is proved not to win within as many plies.
/// Nothing also where `effort`, whose attack_nodes are not used, is too small to tell. Blocks.
/// Throws as solve().
[[nodiscard]] std::optional<OnlyWin> only_win(const RuleSet& rules, const Position& position,
                                              const Effort& effort);

// Positions with a proved win out of games: what `agon bench --suite` searches.

/// The positions of a game in order.
struct PlayedGame {
    const Preset* preset = nullptr;
    std::vector<Position> line; ///< at least one
};

/// Reads `PRESET POSITION [moves ACTION...]`; the game may be finished or not. Throws Error with
/// the reason. `presets` outlives the game.
[[nodiscard]] PlayedGame parse_game(const Presets& presets, std::string_view text);

struct Problem {
    const Preset* preset = nullptr;
    Position position; ///< its clock is 0
    Length length;
    bool shortest = false; ///< proved to be the shortest; else `length` is an upper bound
};

struct FindSettings {
    Effort effort;
    std::size_t quota = 3; ///< problems for each preset and each N
    int least_mate = 2;    ///< N
    int last_mate = 9;     ///< this and longer ones share a quota
};

/// Called after each game, with the number of problems so far.
using FindProgress = std::function<void(std::size_t games, std::size_t kept)>;

/// Goes back through each game from its end until two positions in a row have no proof (in a
/// decided game only the winner's count), and keeps at most one position of each game: among
/// lengths whose quota is not full one of the rarest length, the longest of those. Leaves out a
/// position that equals an earlier one by symmetry of board or colours. Ordered by preset, then by
/// N. Deterministic. Blocks.
[[nodiscard]] std::vector<Problem> find_problems(const Presets& presets,
                                                 const std::vector<PlayedGame>& games,
                                                 const FindSettings& settings,
                                                 const FindProgress& progress);

struct LengthenSettings {
    std::size_t tries = 1000; ///< positions for each preset
    std::uint64_t seed = 1;
};

/// For each preset the longest win that is proved to be the shortest of its position. Starts from
/// `problems`, moves up to three pieces of the 12 longest at random, and goes on from what it finds.
/// Nothing is captured in these positions, and a game may never reach them. Calls `longer` for each
/// win that is longer than all before of its preset. A preset without a proved problem has no
/// result. Deterministic. Blocks.
[[nodiscard]] std::vector<Problem> lengthen(const std::vector<Problem>& problems,
                                            const Effort& effort, const LengthenSettings& settings,
                                            const std::function<void(const Problem&)>& longer);

/// "classic 4 7 shortest POSITION": preset, N, plies, `shortest` or `at-most`.
[[nodiscard]] std::string suite_line(const Problem& problem);

} // namespace agon::solve
