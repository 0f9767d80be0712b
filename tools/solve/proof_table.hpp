// What is known of positions: the least budget that a win was proved in, the greatest that was not.
#pragma once

#include "engine/move.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace agon::solve {

/// Fixed size; where it is full, what took least to find out is forgotten. Positions are told apart
/// by their 64-bit keys.
class ProofTable {
public:
    struct Entry {
        std::uint64_t key = 0;
        int proved = std::numeric_limits<int>::max(); ///< a win within this budget
        int refuted = -1;                             ///< none within this one
        Move move{};                                  ///< that decided it
    };

    /// `entries` is a power of two, at least BUCKET.
    explicit ProofTable(std::size_t entries) : entries_(entries) {}

    /// A copy; a blank entry when nothing is known.
    [[nodiscard]] Entry find(std::uint64_t key) {
        for (const Entry& entry : bucket(key))
            if (entry.key == key) return entry;
        return {.key = key};
    }

    /// That there is a win within `budget`, or none; `move` decided it, Move{} when none did.
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

    /// The deeper, the dearer; a budget grows with depth.
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
