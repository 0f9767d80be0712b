// What was found out about positions, shared by all searching threads without locks.
#pragma once

#include "engine/move.hpp"
#include "search/score/score.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace agon::search {

/// What a search of a position found. Decisive scores count from the position, not from the root.
struct TTEntry {
    Move move;   ///< best, or the one that refuted; Move{} when none is known
    Score score; ///< from the position's chooser
    int depth;   ///< plies searched, 0 to 255
    Bound bound;
};

/// Findings are copied in and out, never referenced, and every access is atomic: a slot holds the
/// entry and its exclusive or with the key, so that one torn by two writers matches no key.
class TranspositionTable {
public:
    /// As resize().
    explicit TranspositionTable(std::size_t megabytes) { resize(megabytes); }

    /// At least 1. Throws std::bad_alloc when there is no such memory; the table is then as it was.
    /// Otherwise it is empty. Not while a search runs.
    void resize(std::size_t megabytes);
    /// Empties the table. Not while a search runs.
    void clear();
    /// Tells that a new search begins, so that findings of older ones are replaced first. Not while
    /// a search runs.
    void age() { generation_ = (generation_ + 1) & GENERATION_MASK; }

    // Any thread, at any time in a search.
    [[nodiscard]] std::optional<TTEntry> find(std::uint64_t key) const;
    /// Replaces what is worth least among a few; but a clearly deeper bound of the same position
    /// stays, and a known move is kept over none.
    void store(std::uint64_t key, const TTEntry& entry);
    void prefetch(std::uint64_t key) const { __builtin_prefetch(&buckets_[bucket_index(key)]); }

    /// Thousandths of the table that hold findings of the present search, from a sample.
    [[nodiscard]] int fullness() const;

private:
    static constexpr std::uint64_t GENERATION_MASK = 63;
    static constexpr std::size_t BUCKET_SIZE = 4;

    struct Slot {
        std::atomic<std::uint64_t> check{0}; ///< key ^ data
        std::atomic<std::uint64_t> data{0};
    };
    struct alignas(64) Bucket {
        std::array<Slot, BUCKET_SIZE> slots;
    };
    static_assert(sizeof(Bucket) == 64);

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
