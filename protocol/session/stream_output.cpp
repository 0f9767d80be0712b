#include "protocol/session/stream_output.hpp"

#include <utility>

namespace agon::protocol {

StreamOutput::StreamOutput(std::ostream& stream, std::function<void()> broken)
    : stream_(stream), broken_(std::move(broken)), writer_([this] { work(); }) {}

StreamOutput::~StreamOutput() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
    }
    changed_.notify_all();
    writer_.join();
}

void StreamOutput::write(std::string_view line) {
    {
        const std::lock_guard lock(mutex_);
        pending_.append(line) += '\n';
    }
    changed_.notify_all();
}

void StreamOutput::let_reader_catch_up(const std::atomic<bool>& stop) {
    constexpr std::size_t MUCH = 1U << 20U;
    constexpr std::chrono::milliseconds GLANCE{20}; // at `stop`, which nobody announces
    std::unique_lock lock(mutex_);
    while (!stop && !changed_.wait_for(lock, GLANCE, [&] { return pending_.size() < MUCH; })) {
    }
}

bool StreamOutput::flush_within(std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, patience, [&] { return pending_.empty() && !writing_; });
}

void StreamOutput::work() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [&] { return !pending_.empty() || closing_; });
        if (pending_.empty()) return;
        const std::string lines = std::exchange(pending_, {});
        writing_ = true;
        lock.unlock();
        const bool was_whole = !stream_.fail();
        stream_ << lines << std::flush;
        if (was_whole && stream_.fail()) broken_();
        lock.lock();
        writing_ = false;
        changed_.notify_all();
    }
}

} // namespace agon::protocol
