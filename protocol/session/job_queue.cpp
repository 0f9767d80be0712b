#include "protocol/session/job_queue.hpp"

#include "search/clock.hpp"
#include "search/control.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace agon::protocol {
namespace {

bool is_long(JobKind kind) { return kind != JobKind::Brief && kind != JobKind::Shown; }
bool is_search(JobKind kind) {
    return is_long(kind) && kind != JobKind::Count && kind != JobKind::Measure;
}
bool may_last_forever(JobKind kind) {
    return kind == JobKind::Pondering || kind == JobKind::Endless;
}

} // namespace

JobQueue::JobQueue(const search::Clock& clock, Look look) : clock_(clock), look_(std::move(look)) {
    if (!look_) worker_ = std::thread([this] { work(); });
}

JobQueue::~JobQueue() {
    close();
    if (worker_.joinable()) worker_.join();
}

void JobQueue::post(JobKind kind, Run run) {
    assert(run);
    auto job = std::make_shared<Job>();
    job->kind = kind;
    job->run = std::move(run);
    job->control.asked_at(clock_.now());
    job->control.look_by(look_);
    {
        const std::lock_guard lock(mutex_);
        if (closing_) return;
        jobs_.push_back(std::move(job));
    }
    changed_.notify_all();
    if (!look_ || std::exchange(working_, true)) return;
    work();
    working_ = false;
}

void JobQueue::stop() {
    const std::lock_guard lock(mutex_);
    const auto job = std::ranges::find_if(
        jobs_, [](const auto& j) { return is_long(j->kind) && !j->control.stop_flag(); });
    if (job != jobs_.end()) (*job)->control.stop();
}

void JobQueue::ponderhit() {
    const std::lock_guard lock(mutex_);
    const auto job = std::ranges::find_if(jobs_, [](const auto& j) {
        return j->kind == JobKind::Pondering && !j->control.hit() && !j->control.stop_flag();
    });
    if (job != jobs_.end()) (*job)->control.ponderhit();
}

void JobQueue::over(const search::Control& control) {
    const std::lock_guard lock(mutex_);
    const auto job = std::ranges::find(jobs_, &control, [](const auto& j) { return &j->control; });
    if (job == jobs_.end()) return;
    (*job)->kind = (*job)->kind == JobKind::Count ? JobKind::Shown : JobKind::Brief;
    long_job_over_ = clock_.now();
}

bool JobQueue::long_job_outstanding() const {
    const std::lock_guard lock(mutex_);
    return std::ranges::any_of(jobs_, [](const auto& j) { return is_long(j->kind); });
}

template<class Predicate>
void JobQueue::stop_all(Predicate which) {
    for (const auto& job : jobs_)
        if (which(job->kind)) job->control.stop();
}

void JobQueue::close() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
        stop_all([](JobKind) { return true; });
        if (!jobs_.empty()) jobs_.erase(jobs_.begin() + 1, jobs_.end()); // the first one runs
    }
    changed_.notify_all();
}

void JobQueue::end_of_input() {
    const std::lock_guard lock(mutex_);
    stop_all(is_search);
}

void JobQueue::quit() {
    const std::lock_guard lock(mutex_);
    stop_all([](JobKind kind) { return is_search(kind) || kind == JobKind::Measure; });
}

bool JobQueue::result_outstanding() const {
    const std::lock_guard lock(mutex_);
    return std::ranges::any_of(jobs_, [](const auto& j) {
        return j->kind == JobKind::Shown || j->kind == JobKind::Count;
    });
}

void JobQueue::drain() {
    {
        const std::lock_guard lock(mutex_);
        stop_all(may_last_forever);
    }
    wait_until_idle();
}

void JobQueue::wait_until_idle() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return jobs_.empty(); });
}

bool JobQueue::wait_until_idle_for(std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, patience, [&] { return jobs_.empty(); });
}

void JobQueue::work() {
    std::unique_lock lock(mutex_);
    while (true) {
        if (!look_) changed_.wait(lock, [&] { return !jobs_.empty() || closing_; });
        if (jobs_.empty()) return;
        const std::shared_ptr<Job> job = jobs_.front();
        // Waiting for another search does not count as time used.
        if (long_job_over_ > job->control.asked()) job->control.asked_at(*long_job_over_);
        lock.unlock();
        job->run(job->control);
        lock.lock();
        if (is_long(job->kind)) long_job_over_ = clock_.now();
        jobs_.pop_front();
        changed_.notify_all();
    }
}

} // namespace agon::protocol
