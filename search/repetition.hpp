// Repetitions: the positions since the last irreversible action (rules.md 4.9).
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace agon::search {

/// Keys of the game and of the searched line. Counters indexed by some bits of the key rule out
/// most repetitions without a scan.
class RepetitionHistory {
public:
    /// `game` holds the keys that the root may repeat and the root's own as the last:
    /// Game::repeatable_keys().
    explicit RepetitionHistory(const std::vector<std::uint64_t>& game) : game_(game) {
        assert(!game.empty());
        game_.pop_back();
        for (const std::uint64_t key : game_) ++seen_[key % seen_.size()];
        std::ranges::sort(game_);
        push(game.back(), false);
    }

    /// `cut`: no position before this one can come again.
    void push(std::uint64_t key, bool cut) {
        const std::size_t begin = cut ? keys_.size() : scan_begin();
        keys_.push_back({key, begin});
        ++seen_[key % seen_.size()];
    }
    void pop() {
        assert(keys_.size() > 1);
        --seen_[keys_.back().key % seen_.size()];
        keys_.pop_back();
    }

    /// Whether the last position is a draw when `limit` occurrences draw a game (0: never). A
    /// position that repeats one of the searched line is a draw at once: what is good at the second
    /// visit was good at the first.
    [[nodiscard]] bool repeats(int limit) const {
        const std::uint64_t key = keys_.back().key;
        if (limit <= 1) return limit == 1; // 1: the first occurrence counts
        if (seen_[key % seen_.size()] < 2) return false;
        for (std::size_t i = keys_.size() - 1; i-- > scan_begin();)
            if (keys_[i].key == key) return true;
        if (scan_begin() > 0) return false;
        // Binary search: a game may be long and fill all the counts.
        const auto [first, last] = std::equal_range(game_.begin(), game_.end(), key);
        return first != last && last - first + 1 >= limit;
    }

private:
    struct Entry {
        std::uint64_t key;
        std::size_t scan_begin; ///< the oldest entry that this one can repeat
    };
    [[nodiscard]] std::size_t scan_begin() const {
        return keys_.empty() ? 0 : keys_.back().scan_begin;
    }

    std::vector<std::uint64_t> game_; ///< before the root, sorted
    std::vector<Entry> keys_;         ///< the root and the line searched
    std::array<std::uint32_t, 1 << 12> seen_{};
};

} // namespace agon::search
