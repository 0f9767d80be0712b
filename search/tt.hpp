// The transposition table, shared by all searching threads without locks.
#pragma once

#include "engine/game/move.hpp"
#include "search/score/score.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace agon::search {

/// What the table holds for a position. Win scores count plies from the position, not the root.
struct TTEntry {
    Move move;   ///< best, or the one that failed high; Move{} when none is known
    Score score; ///< from the chooser's view
    int depth;   ///< plies searched, 0 to 255
    Bound bound;
    Score static_eval = NO_EVALUATION; ///< unknown, or within +-LARGEST_EVALUATION
};

/// Entries are copied in and out, and every access is atomic. A slot holds an entry, and a check of
/// 48 bits: the key XORed with the entry. A slot torn between two positions fails it.
class TranspositionTable {
public:
    /// Throws and blocks like resize().
    explicit TranspositionTable(std::size_t megabytes) { resize(megabytes); }

    /// Sets the size, at least 1, and empties the table. Throws std::bad_alloc when memory is
    /// short; the table is then unchanged. Frees the old memory before it writes to the new, so
    /// that the two never fill RAM together. Not during a search. Blocks while up to `threads`
    /// threads clear the memory.
    void resize(std::size_t megabytes, int threads = 1);
    /// Empties the table. Not during a search. Blocks like resize().
    void clear(int threads = 1);
    /// Starts a new search: entries of older ones lose value. Not during a search.
    void age() { generation_ = (generation_ + 1) & GENERATION_MASK; }

    // Any thread, at any time in a search.
    [[nodiscard]] std::optional<TTEntry> find(std::uint64_t key) const;
    /// Replaces the position's entry, or else the least valuable one in its bucket. Drops `entry`
    /// if it is not exact and this search has stored a clearly deeper one of the position. An entry
    /// without a move keeps the move of the entry that it replaces.
    void store(std::uint64_t key, const TTEntry& entry);
    void prefetch(std::uint64_t key) const { __builtin_prefetch(&buckets_[bucket_index(key)]); }

    /// Entries of the current search, in permille of the table, from a sample.
    [[nodiscard]] int hash_full() const;

private:
    static constexpr std::uint64_t GENERATION_MASK = 63;
    static constexpr std::size_t BUCKET_SIZE = 4;

    /// tt.cpp has the bit layout.
    struct Slot {
        std::atomic<std::uint64_t> check{0};
        std::atomic<std::uint64_t> data{0};
    };
    struct alignas(64) Bucket {
        std::array<Slot, BUCKET_SIZE> slots;
    };
    static_assert(sizeof(Bucket) == 64, "a bucket is a cache line");

    [[nodiscard]] std::size_t bucket_index(std::uint64_t key) const {
        __extension__ using Wide = unsigned __int128;
        return static_cast<std::size_t>((static_cast<Wide>(key) * bucket_count_) >> 64);
    }
    [[nodiscard]] int worth(std::uint64_t data) const;

    struct Release {
        void operator()(Bucket* buckets) const;
    };

    std::unique_ptr<Bucket[], Release> buckets_;
    std::size_t bucket_count_ = 0;
    std::uint64_t generation_ = 0;
};

} // namespace agon::search
