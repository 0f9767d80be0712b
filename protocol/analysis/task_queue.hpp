// Positions that wait to be searched, the most urgent first.
#pragma once

#include "protocol/analysis/query.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace agon::analysis {

/// A position of a query.
struct Task {
    std::shared_ptr<const Query> query;
    std::size_t ply = 0;
};

/// Not thread-safe.
class TaskQueue {
public:
    void add(Task task, int priority) {
        tasks_.emplace(Place{-std::int64_t{priority}, added_++}, std::move(task));
    }
    [[nodiscard]] bool empty() const { return tasks_.empty(); }

    /// The task with the highest priority that was added first; nullopt if there is none.
    [[nodiscard]] std::optional<Task> take() {
        if (tasks_.empty()) return std::nullopt;
        Task task = std::move(tasks_.begin()->second);
        tasks_.erase(tasks_.begin());
        return task;
    }

    /// Takes those that `terminate` concerns, the most urgent first.
    [[nodiscard]] std::vector<Task> take_all(const Terminate& terminate) {
        std::vector<Task> taken;
        for (auto at = tasks_.begin(); at != tasks_.end();) {
            if (terminate.concerns(at->second.query->id, at->second.ply)) {
                taken.push_back(std::move(at->second));
                at = tasks_.erase(at);
            } else {
                ++at;
            }
        }
        return taken;
    }

private:
    using Place = std::pair<std::int64_t, std::uint64_t>; ///< the lowest comes first
    std::map<Place, Task> tasks_;
    std::uint64_t added_ = 0;
};

} // namespace agon::analysis
