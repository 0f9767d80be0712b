// Queries in, answers out: what waits, what is searched, and what is known.
#pragma once

#include "engine/rules/presets.hpp"
#include "protocol/analysis/answer_cache.hpp"
#include "protocol/analysis/query.hpp"
#include "protocol/analysis/task_queue.hpp"
#include "protocol/session/output.hpp"
#include "search/control.hpp"
#include "search/engine.hpp"
#include "search/limits.hpp"

#include <condition_variable>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <string_view>

namespace agon::analysis {

/// Thread-safe: one thread takes lines while others work(). It gives each position of a query one
/// answer that is final, and each other line one answer.
class AnalysisSession {
public:
    /// `otherwise` are the limits of queries that have none. The references must outlive the
    /// session; `presets` may change between two lines.
    AnalysisSession(const Presets& presets, search::Limits otherwise, protocol::Output& output)
        : presets_(presets), otherwise_(std::move(otherwise)), output_(output) {}

    /// Queues a query, acts on a special action, answers a faulty line. Does not wait for searches.
    void take(std::string_view line);
    /// The same of a line that was parsed.
    void act(Request request);
    /// Ends searches early, and answers what waits without results.
    void terminate(const Terminate& which);

    /// Answers the most urgent position that waits; returns false if there is none. Blocks while it
    /// searches. `look` is called often by the thread that searches, and may stop the control. The
    /// table is emptied first, so with one thread and without `movetime` an answer depends only on
    /// its question.
    bool work(search::Engine& engine, const std::function<void(search::Control&)>& look = {});

    /// Blocks until a position waits, and returns true; false when none will come.
    [[nodiscard]] bool wait();
    /// There are no more lines: wait() returns false when all that was queued is taken.
    void finish();

private:
    struct Running {
        explicit Running(const Task& searched) : task(searched) {}
        const Task& task;
        search::Control control;
    };

    bool answer_from_cache(const Task& task);
    void search(Running& running, search::Engine& engine,
                const std::function<void(search::Control&)>& look);

    const Presets& presets_;
    search::Limits otherwise_;
    protocol::Output& output_;

    std::mutex mutex_; ///< of all that follows
    std::condition_variable changed_;
    TaskQueue queue_;
    std::list<Running> running_;
    AnswerCache cache_{CACHE_BYTES};
    bool finished_ = false;

    static constexpr std::size_t CACHE_BYTES = 16U << 20U;
};

} // namespace agon::analysis
