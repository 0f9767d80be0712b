// A transposition table of proofs: for each position the smallest budget with a proved win, and the
// largest without one.
#pragma once

#include "engine/game/move.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace agon::solve {

/// Of fixed size; a full bucket replaces the entry that was cheapest to compute. Positions with the
/// same 64-bit key count as the same.
class ProofTable {
public:
    struct Entry {
        std::uint64_t key = 0;
        int proved = std::numeric_limits<int>::max(); ///< a win within this budget
        int refuted = -1;                             ///< no win within this budget
        Move move{};                                  ///< the action that decided it
    };

    /// Precondition: `entries` is a power of two, at least BUCKET.
    explicit ProofTable(std::size_t entries) : entries_(entries) {
        assert(std::has_single_bit(entries) && entries >= BUCKET);
    }

    /// A copy; a blank entry if the position is unknown.
    [[nodiscard]] Entry find(std::uint64_t key) {
        for (const Entry& entry : bucket(key))
            if (entry.key == key) return entry;
        return {.key = key};
    }

    /// There is a win within `budget`, or there is none. `move` is the action that decided it, or
    /// Move{}.
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

} // namespace agon::solve
