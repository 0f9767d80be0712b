#include "protocol/analysis/analysis_session.hpp"

#include "engine/notation/notation.hpp"
#include "engine/rules/rules.hpp"
#include "protocol/analysis/analyse.hpp"
#include "protocol/analysis/answer.hpp"

#include <algorithm>
#include <exception>
#include <fmt/format.h>
#include <memory>
#include <new>
#include <optional>
#include <utility>
#include <variant>

namespace agon::analysis {
namespace {

/// The question that a task asks: everything that its answer depends on, in one text; "" for that
/// of a game so long that it is not worth its memory.
std::string question_of(const Task& task) {
    constexpr std::size_t MAX_PLY = 2000;
    const Query& query = *task.query;
    std::string text;
    if (task.ply > MAX_PLY) return text;
    for (const RuleField& field : rule_fields())
        text += static_cast<char>('0' + field.get(query.game.rules()));
    const search::Limits& limits = query.limits;
    text += fmt::format(" {} {} {} {} {} {} ", query.lines, query.legal, limits.nodes.value_or(0),
                        limits.depth.value_or(0),
                        limits.move_time.value_or(search::Milliseconds()).count(), query.first);
    for (std::size_t i = 0; i < task.ply; ++i) (text += to_text(query.game.move(i))) += ' ';
    return text;
}

} // namespace

void AnalysisSession::take(std::string_view line) {
    try {
        act(parse_request(line, presets_, otherwise_));
    } catch (const QueryFault& fault) {
        output_.write(fault_text(fault));
    } catch (const std::bad_alloc&) {
        output_.write(fault_text({std::nullopt, "", "out of memory"}));
    }
}

void AnalysisSession::act(Request request) {
    if (const auto* const which = std::get_if<Terminate>(&request)) {
        terminate(*which);
        return output_.write(echo_text(*which));
    }
    const std::lock_guard lock(mutex_);
    if (auto* const query = std::get_if<Query>(&request)) {
        const auto shared = std::make_shared<const Query>(std::move(*query));
        for (std::size_t i = 0; i < shared->plies.size(); ++i) {
            Task task{shared, shared->plies[i]};
            if (!answer_from_cache(task)) queue_.add(std::move(task), shared->priorities[i]);
        }
        changed_.notify_all();
    } else if (const auto* const version = std::get_if<QueryVersion>(&request)) {
        output_.write(echo_text(*version));
    } else {
        cache_.clear();
        output_.write(echo_text(std::get<ClearCache>(request)));
    }
}

void AnalysisSession::terminate(const Terminate& which) {
    const std::lock_guard lock(mutex_);
    for (const Task& task : queue_.take_all(which))
        output_.write(no_results_text(*task.query, task.ply));
    for (Running& running : running_)
        if (which.concerns(running.task.query->id, running.task.ply)) running.control.stop();
}

/// Precondition: the mutex is locked.
bool AnalysisSession::answer_from_cache(const Task& task) {
    const std::string question = question_of(task);
    const std::string* const known = question.empty() ? nullptr : cache_.find(question);
    if (known == nullptr) return false;
    output_.write(answer_text(*task.query, task.ply, false, *known));
    return true;
}

bool AnalysisSession::work(search::Engine& engine,
                           const std::function<void(search::Control&)>& look) {
    std::unique_lock lock(mutex_);
    const std::optional<Task> task = queue_.take();
    if (!task) return false;
    if (answer_from_cache(*task)) return true; // a search that ran meanwhile has found it
    running_.emplace_back(*task);
    const auto running = std::prev(running_.end());
    lock.unlock();
    try {
        search(*running, engine, look);
    } catch (const std::bad_alloc&) {
        output_.write(failure_text(*task->query, task->ply, "out of memory"));
    } catch (const std::exception& error) {
        output_.write(failure_text(*task->query, task->ply, error.what()));
    }
    lock.lock();
    running_.erase(running);
    return true;
}

void AnalysisSession::search(Running& running, search::Engine& engine,
                             const std::function<void(search::Control&)>& look) {
    const Query& query = *running.task.query;
    const std::size_t ply = running.task.ply;
    search::Control& control = running.control;
    const Game game = query.game_at(ply);
    Analysed analysed;
    auto next_report = query.report_every
                           ? std::optional(engine.clock().now() + *query.report_every)
                           : std::nullopt;
    control.look_by([&](bool) {
        if (look) look(control);
        if (!next_report || engine.clock().now() < *next_report || analysed.lines.empty()) return;
        next_report = engine.clock().now() + *query.report_every;
        output_.write(answer_text(query, ply, true, findings_text(game, analysed, query.legal)));
    });
    engine.clear();
    search::Options options;
    options.multi_pv = query.lines;
    analyse(options, query.limits, engine, game, control, analysed);
    std::string findings = findings_text(game, analysed, query.legal);
    output_.write(answer_text(query, ply, false, findings));
    std::string question = question_of(running.task);
    if (control.stop_flag() || question.empty()) return; // of less than the question
    const std::lock_guard lock(mutex_);
    cache_.add(std::move(question), std::move(findings));
}

bool AnalysisSession::wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !queue_.empty() || finished_; });
    return !queue_.empty();
}

void AnalysisSession::finish() {
    const std::lock_guard lock(mutex_);
    finished_ = true;
    changed_.notify_all();
}

} // namespace agon::analysis
