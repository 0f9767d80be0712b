#include "engine/game/perft.hpp"

#include "engine/game/apply.hpp"
#include "engine/game/count_replies.hpp"
#include "engine/game/movegen.hpp"
#include "engine/game/zobrist.hpp"
#include "engine/helper_threads.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <exception>
#include <memory>
#include <mutex>

namespace agon {
namespace {

/// Counts by position and depth, shared by all threads without locks: a slot holds the count and
/// the exclusive or of count and key, so that a slot torn by two writers matches no key.
class CountTable {
public:
    explicit CountTable(std::size_t megabytes) {
        if (megabytes == 0) return;
        const std::size_t size = std::bit_floor((megabytes << 20) / sizeof(Slot));
        slots_ = std::make_unique<Slot[]>(size);
        mask_ = size - 1;
    }

    [[nodiscard]] explicit operator bool() const { return slots_ != nullptr; }

    [[nodiscard]] std::uint64_t find(std::uint64_t key) const {
        const Slot& slot = slots_[key & mask_];
        const std::uint64_t count = slot.count.load(std::memory_order_relaxed);
        return (slot.check.load(std::memory_order_relaxed) ^ count) == key ? count : 0;
    }

    void store(std::uint64_t key, std::uint64_t count) {
        Slot& slot = slots_[key & mask_];
        slot.count.store(count, std::memory_order_relaxed);
        slot.check.store(key ^ count, std::memory_order_relaxed);
    }

private:
    struct Slot {
        std::atomic<std::uint64_t> count{0};
        std::atomic<std::uint64_t> check{0};
    };
    std::unique_ptr<Slot[]> slots_;
    std::size_t mask_ = 0;
};

class Counter {
public:
    Counter(const RuleSet& rules, const PerftOptions& options)
        : rules_(rules), table_(options.hash_mb), stop_(options.stop) {}

    /// All threads end soon; the counts are worthless.
    void abandon() { abandoned_.store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool abandoned() const { return abandoned_.load(std::memory_order_relaxed); }
    /// Rarely called: inlined, it would slow count() down.
    [[nodiscard, gnu::noinline]] bool stopped() const { return abandoned() || (stop_ && stop_()); }

    std::uint64_t count(const Position& position, int depth) {
        if (depth == 0) return 1;
        if (depth == 1) return count_legal(rules_, position);
        if (depth == 2) return count_replies(rules_, position);
        if (depth > 3 && stopped()) return 0;
        const std::uint64_t key =
            position.key ^ zobrist::splitmix64(static_cast<std::uint64_t>(depth));
        if (table_)
            if (const std::uint64_t known = table_.find(key)) return known;
        MoveList moves;
        legal_moves(rules_, position, moves);
        std::uint64_t total = 0;
        for (const Move move : moves) total += count(after(rules_, position, move), depth - 1);
        // A count that was stopped is short: it must not be remembered.
        if (table_ && !stopped()) table_.store(key, total);
        return total;
    }

private:
    const RuleSet& rules_;
    CountTable table_;
    std::function<bool()> stop_;
    std::atomic<bool> abandoned_ = false;
};

/// One root action, or one root action and a reply: fine enough to keep all threads busy.
struct Part {
    Position position;
    std::size_t root;
};

} // namespace

std::vector<DivideEntry> perft_divide(const RuleSet& rules, const Position& position, int depth,
                                      const PerftOptions& options) {
    std::vector<DivideEntry> entries;
    if (depth < 1) return entries;
    const int part_depth = depth < 3 ? depth - 1 : depth - 2;
    std::vector<Part> parts;
    MoveList moves;
    legal_moves(rules, position, moves);
    for (const Move move : moves) {
        const Position child = after(rules, position, move);
        MoveList replies;
        if (depth >= 3)
            legal_moves(rules, child, replies);
        else
            parts.push_back({child, entries.size()});
        for (const Move reply : replies)
            parts.push_back({after(rules, child, reply), entries.size()});
        entries.push_back({move, 0});
    }

    Counter counter(rules, options);
    std::atomic<std::size_t> next = 0;
    std::size_t done = 0;
    std::mutex mutex;
    std::exception_ptr failure; // of any thread
    const auto work_on = [&] {
        for (std::size_t i = next++; i < parts.size() && !counter.abandoned(); i = next++) {
            const std::uint64_t count = counter.count(parts[i].position, part_depth);
            const std::lock_guard lock(mutex);
            entries[parts[i].root].count += count;
            ++done;
            if (options.progress) options.progress(done, parts.size());
        }
    };
    const auto work = [&] {
        try {
            work_on();
        } catch (...) {
            counter.abandon();
            const std::lock_guard lock(mutex);
            failure = std::current_exception();
        }
    };
    HelperThreads helpers;
    for (int i = 1; i < options.threads && helpers.start(work);) ++i; // fewer threads do as well
    work();
    helpers.join();
    if (failure) std::rethrow_exception(failure);
    return entries;
}

std::uint64_t perft(const RuleSet& rules, const Position& position, int depth,
                    const PerftOptions& options) {
    if (depth <= 0) return 1;
    std::uint64_t total = 0;
    for (const DivideEntry& entry : perft_divide(rules, position, depth, options))
        total += entry.count;
    return total;
}

} // namespace agon
