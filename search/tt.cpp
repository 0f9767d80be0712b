#include "search/tt.hpp"

#include "engine/helper_threads.hpp"
#include "protocol/os/machine.hpp"
#include "search/tunables.hpp"

#include <algorithm>
#include <cassert>
#include <new>

namespace agon::search {
namespace {

constexpr std::align_val_t HUGE_PAGE{std::size_t{2} << 20};

// A slot is two words, the lowest bits first:
//   data:  move 16, score 24, depth 8, bound 2, generation 6, unused 8
//   check: 48 bits of key ^ data, static evaluation 16
// `bound` counts from 1, so data is 0 only in an empty slot. The check needs only the low 48 bits
// of the key, because the highest ones choose the bucket. A slot torn between two entries of the
// same position is sound: data is entirely one of them, and the static evaluation is the same.
constexpr int SCORE_SHIFT = 16;
constexpr int SCORE_BITS = 24;
constexpr int DEPTH_SHIFT = SCORE_SHIFT + SCORE_BITS;
constexpr int BOUND_SHIFT = DEPTH_SHIFT + 8;
constexpr int GENERATION_SHIFT = BOUND_SHIFT + 2;
constexpr int EVALUATION_SHIFT = 48;
constexpr std::uint64_t KEY_MASK = (std::uint64_t{1} << EVALUATION_SHIFT) - 1;
static_assert(sizeof(Move) * 8 == SCORE_SHIFT && GENERATION_SHIFT + 6 <= 64);
static_assert(INFINITE_SCORE < 1 << (SCORE_BITS - 1), "a score fits with its sign");
static_assert(LARGEST_EVALUATION < 1 << 15 && NO_EVALUATION >= -(1 << 15));
static_assert(MAX_PLY <= 255);

std::uint64_t pack_data(const TTEntry& entry, std::uint64_t generation) {
    return std::uint64_t{entry.move.raw()} |
           (static_cast<std::uint64_t>(entry.score) & 0xffffff) << SCORE_SHIFT |
           static_cast<std::uint64_t>(entry.depth) << DEPTH_SHIFT |
           (static_cast<std::uint64_t>(entry.bound) + 1) << BOUND_SHIFT |
           generation << GENERATION_SHIFT;
}

std::uint64_t pack_check(std::uint64_t key, std::uint64_t data, Score static_eval) {
    return ((key ^ data) & KEY_MASK) | static_cast<std::uint64_t>(static_eval) << EVALUATION_SHIFT;
}

bool matches(std::uint64_t key, std::uint64_t check, std::uint64_t data) {
    return data != 0 && ((check ^ data ^ key) & KEY_MASK) == 0;
}

int depth_of(std::uint64_t data) { return static_cast<int>(data >> DEPTH_SHIFT & 255); }
std::uint64_t generation_of(std::uint64_t data) { return data >> GENERATION_SHIFT & 63; }

TTEntry unpack(std::uint64_t check, std::uint64_t data) {
    // Shifting up and down again extends the sign.
    const auto score = static_cast<std::int64_t>(data << (64 - DEPTH_SHIFT)) >> (64 - SCORE_BITS);
    return {Move::from_raw(static_cast<std::uint16_t>(data)), static_cast<Score>(score),
            depth_of(data), static_cast<Bound>((data >> BOUND_SHIFT & 3) - 1),
            static_cast<std::int16_t>(check >> EVALUATION_SHIFT)};
}

} // namespace

void TranspositionTable::Release::operator()(Bucket* buckets) const {
    ::operator delete[](buckets, HUGE_PAGE);
}

void TranspositionTable::resize(std::size_t megabytes, int threads) {
    assert(megabytes > 0);
    const std::size_t count = (megabytes << 20) / sizeof(Bucket);
    // Allocated before the old table is freed: it is not resident before clear().
    void* const memory = ::operator new[](count * sizeof(Bucket), HUGE_PAGE);
    platform::prefer_huge_pages(memory, count * sizeof(Bucket));
    buckets_.reset(static_cast<Bucket*>(memory)); // frees the old memory
    bucket_count_ = count;
    clear(threads);
}

void TranspositionTable::clear(int threads) {
    // Starting a thread takes as long as clearing a few MB.
    constexpr std::size_t MIN_PART = (std::size_t{16} << 20) / sizeof(Bucket);
    const std::size_t parts =
        std::clamp<std::size_t>(bucket_count_ / MIN_PART, 1, static_cast<std::size_t>(threads));
    const auto clear_part = [&](std::size_t part) noexcept {
        const std::size_t begin = bucket_count_ * part / parts;
        const std::size_t end = bucket_count_ * (part + 1) / parts;
        std::uninitialized_default_construct(&buckets_[begin], &buckets_[begin] + (end - begin));
    };
    HelperThreads helpers; // joined at the end
    std::size_t part = 1;
    while (part < parts && helpers.start([&, part] { clear_part(part); })) ++part;
    clear_part(0);
    for (; part < parts; ++part) clear_part(part); // if there are fewer threads
    generation_ = 0;
}

std::optional<TTEntry> TranspositionTable::find(std::uint64_t key) const {
    for (const Slot& slot : buckets_[bucket_index(key)].slots) {
        const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
        const std::uint64_t check = slot.check.load(std::memory_order_relaxed);
        if (matches(key, check, data)) return unpack(check, data);
    }
    return std::nullopt;
}

/// Deep entries of this search are worth most; each search since costs some plies.
int TranspositionTable::worth(std::uint64_t data) const {
    const auto age = static_cast<int>((generation_ - generation_of(data)) & GENERATION_MASK);
    return data == 0 ? -1000 : depth_of(data) - tunables::TABLE_AGING * age;
}

void TranspositionTable::store(std::uint64_t key, const TTEntry& entry) {
    assert(entry.depth >= 0 && entry.depth <= 255);
    assert(entry.score >= -INFINITE_SCORE && entry.score <= INFINITE_SCORE);
    assert(entry.static_eval == NO_EVALUATION ||
           (entry.static_eval >= -LARGEST_EVALUATION && entry.static_eval <= LARGEST_EVALUATION));
    Bucket& bucket = buckets_[bucket_index(key)];
    TTEntry merged = entry;
    Slot* victim = nullptr;
    int least = 0;
    for (Slot& slot : bucket.slots) {
        const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
        const std::uint64_t check = slot.check.load(std::memory_order_relaxed);
        if (matches(key, check, data)) {
            const TTEntry old = unpack(check, data);
            if (entry.bound != Bound::Exact && old.depth > entry.depth + tunables::TABLE_DEEPER &&
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
    const std::uint64_t data = pack_data(merged, generation_);
    victim->data.store(data, std::memory_order_relaxed);
    victim->check.store(pack_check(key, data, entry.static_eval), std::memory_order_relaxed);
}

int TranspositionTable::hash_full() const {
    const std::size_t sample = std::min<std::size_t>(bucket_count_, 250);
    std::size_t used = 0;
    for (std::size_t i = 0; i < sample; ++i)
        for (const Slot& slot : buckets_[i].slots) {
            const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
            if (data != 0 && generation_of(data) == generation_) ++used;
        }
    return static_cast<int>(used * 1000 / (sample * BUCKET_SIZE));
}

} // namespace agon::search
