#include "protocol/session/stream_output.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <mutex>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>

namespace agon::protocol {
namespace {

constexpr std::size_t BLOCK = 4096; ///< bytes that the output takes at a time

} // namespace

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
    constexpr std::chrono::milliseconds GLANCE{20}; // at `stop`, which wakes nobody
    std::unique_lock lock(mutex_);
    while (!stop && !changed_.wait_for(lock, GLANCE, [&] { return pending_.size() < MUCH; })) {
    }
}

bool StreamOutput::flush_while_read() {
    constexpr std::chrono::seconds PATIENCE{1};
    const auto done = [&] { return pending_.empty() && !writing_; };
    std::unique_lock lock(mutex_);
    while (!done()) {
        const std::size_t before = blocks_written_;
        if (!changed_.wait_for(lock, PATIENCE, [&] { return done() || blocks_written_ != before; }))
            return false;
    }
    return true;
}

void StreamOutput::work() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [&] { return !pending_.empty() || closing_; });
        if (pending_.empty()) return;
        const std::string lines = std::exchange(pending_, {});
        writing_ = true;
        for (std::string_view rest = lines; !rest.empty();) {
            // One block after the other, to notice that a slow reader goes on.
            const std::string_view block = rest.substr(0, BLOCK);
            rest.remove_prefix(block.size());
            lock.unlock();
            const bool was_whole = !stream_.fail();
            stream_ << block << std::flush;
            if (was_whole && stream_.fail()) broken_();
            lock.lock();
            ++blocks_written_;
            if (rest.empty()) writing_ = false;
            changed_.notify_all();
        }
    }
}

} // namespace agon::protocol
