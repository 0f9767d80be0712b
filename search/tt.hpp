// The transposition table, shared by all searching threads without locks.
#pragma once

#include "engine/game/move.hpp"
#include "search/score.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace agon::search {

/// What the table knows of a position. Decisive scores count from the position, not from the root.
struct TTEntry {
    Move move;   ///< best, or the one that failed high; Move{} when none is known
    Score score; ///< from the position's chooser
    int depth;   ///< plies searched, 0 to 255
    Bound bound;
    Score static_eval = NO_EVALUATION; ///< or within +-LARGEST_EVALUATION
};

/// Entries are copied in and out, and every access is atomic. A slot holds the entry, and its key
/// combined with the entry, so that a slot torn by two writers matches no key.
class TranspositionTable {
public:
    /// As resize().
    explicit TranspositionTable(std::size_t megabytes) { resize(megabytes); }

    /// At least 1. Throws std::bad_alloc when there is no such memory; the table is then unchanged.
    /// Otherwise it is empty. The old memory is given back before the new is touched, so that both
    /// are never resident at once. Not while a search runs. Blocks while memory is cleared, by so
    /// many threads where the system has them and the table is worth it.
    void resize(std::size_t megabytes, int threads = 1);
    /// Empties the table. Not while a search runs. Blocks as resize().
    void clear(int threads = 1);
    /// A new search begins: entries of older ones are replaced first. Not while a search runs.
    void age() { generation_ = (generation_ + 1) & GENERATION_MASK; }

    // Any thread, at any time in a search.
    [[nodiscard]] std::optional<TTEntry> find(std::uint64_t key) const;
    /// Replaces the least valuable entry of a bucket. Of the same position, a clearly deeper entry
    /// stays, and a known move is kept when the new entry has none.
    void store(std::uint64_t key, const TTEntry& entry);
    void prefetch(std::uint64_t key) const { __builtin_prefetch(&buckets_[bucket_index(key)]); }

    /// Thousandths of the table that hold entries of the present search, from a sample.
    [[nodiscard]] int fullness() const;

private:
    static constexpr std::uint64_t GENERATION_MASK = 63;
    static constexpr std::size_t BUCKET_SIZE = 4;

    /// See transposition_table.cpp for the bits.
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
