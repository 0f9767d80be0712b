#include "search/tree/transposition_table.hpp"

#include <algorithm>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace agon::search {
namespace {

constexpr std::align_val_t HUGE_PAGE{std::size_t{2} << 20};

// A entry in 64 bits, low first: move 16, score 24, depth 8, bound 2, generation 6; the rest 0.
// A stored depth is never 0 in all bits together with its move and score, as `bound` counts from 1.
constexpr int SCORE_SHIFT = 16;
constexpr int DEPTH_SHIFT = 40;
constexpr int BOUND_SHIFT = 48;
constexpr int GENERATION_SHIFT = 50;
static_assert(INFINITE < 1 << 23, "a score must fit into 24 bits with its sign");

std::uint64_t pack(const TTEntry& entry, std::uint64_t generation) {
    return std::uint64_t{entry.move.raw()} |
           (static_cast<std::uint64_t>(entry.score) & 0xffffff) << SCORE_SHIFT |
           static_cast<std::uint64_t>(entry.depth & 255) << DEPTH_SHIFT |
           (static_cast<std::uint64_t>(entry.bound) + 1) << BOUND_SHIFT |
           generation << GENERATION_SHIFT;
}

int depth_of(std::uint64_t data) { return static_cast<int>(data >> DEPTH_SHIFT & 255); }
std::uint64_t generation_of(std::uint64_t data) { return data >> GENERATION_SHIFT & 63; }

TTEntry unpack(std::uint64_t data) {
    // Shifting up and back down again extends the sign.
    const auto score = static_cast<std::int64_t>(data << (64 - SCORE_SHIFT - 24)) >> 40;
    return {Move::from_raw(static_cast<std::uint16_t>(data)), static_cast<Score>(score),
            depth_of(data), static_cast<Bound>((data >> BOUND_SHIFT & 3) - 1)};
}

} // namespace

void TranspositionTable::Release::operator()(Bucket* buckets) const {
    ::operator delete[](buckets, HUGE_PAGE);
}

void TranspositionTable::resize(std::size_t megabytes) {
    const std::size_t count = (megabytes << 20) / sizeof(Bucket);
    void* const memory = ::operator new[](count * sizeof(Bucket), HUGE_PAGE);
#ifdef MADV_HUGEPAGE
    // Nearly every look is at another page. Where huge ones are not to be had, nothing is lost.
    (void)madvise(memory, count * sizeof(Bucket), MADV_HUGEPAGE);
#endif
    auto* const buckets = static_cast<Bucket*>(memory);
    std::uninitialized_default_construct_n(buckets, count);
    buckets_.reset(buckets);
    bucket_count_ = count;
    generation_ = 0;
}

void TranspositionTable::clear() {
    for (std::size_t i = 0; i < bucket_count_; ++i)
        for (Slot& slot : buckets_[i].slots) {
            slot.check.store(0, std::memory_order_relaxed);
            slot.data.store(0, std::memory_order_relaxed);
        }
    generation_ = 0;
}

std::optional<TTEntry> TranspositionTable::find(std::uint64_t key) const {
    for (const Slot& slot : buckets_[bucket_index(key)].slots) {
        const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
        if (data != 0 && (slot.check.load(std::memory_order_relaxed) ^ data) == key)
            return unpack(data);
    }
    return std::nullopt;
}

/// Deep findings of this search are worth most; each search since costs as much as four plies.
int TranspositionTable::worth(std::uint64_t data) const {
    const auto age = static_cast<int>((generation_ - generation_of(data)) & GENERATION_MASK);
    return data == 0 ? -1000 : depth_of(data) - 4 * age;
}

void TranspositionTable::store(std::uint64_t key, const TTEntry& entry) {
    Bucket& bucket = buckets_[bucket_index(key)];
    TTEntry merged = entry;
    Slot* victim = nullptr;
    int least = 0;
    for (Slot& slot : bucket.slots) {
        const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
        const bool same = (slot.check.load(std::memory_order_relaxed) ^ data) == key && data != 0;
        if (same) {
            // The same position: keep a clearly deeper bound, and a known move over none.
            const TTEntry old = unpack(data);
            if (entry.bound != Bound::Exact && old.depth > entry.depth + 2 &&
                generation_of(data) == generation_)
                return;
            if (merged.move.is_none()) merged.move = old.move;
            victim = &slot;
            break;
        }
        if (const int value = worth(data); victim == nullptr || value < least) {
            victim = &slot;
            least = value;
        }
    }
    const std::uint64_t packed = pack(merged, generation_);
    victim->data.store(packed, std::memory_order_relaxed);
    victim->check.store(key ^ packed, std::memory_order_relaxed);
}

int TranspositionTable::fullness() const {
    const std::size_t sample = std::min<std::size_t>(bucket_count_, 250);
    std::size_t used = 0;
    for (std::size_t i = 0; i < sample; ++i)
        for (const Slot& slot : buckets_[i].slots) {
            const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
            used += data != 0 && generation_of(data) == generation_ ? 1 : 0;
        }
    return static_cast<int>(used * 1000 / (sample * BUCKET_SIZE));
}

} // namespace agon::search
