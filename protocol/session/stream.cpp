#include "protocol/session/stream.hpp"

#include "engine/error.hpp"
#include "engine/platform/system.hpp"
#include "engine/record/output_file.hpp"

#include <algorithm>
#include <cerrno>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <system_error>
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

namespace {

/// Appends to a file, a FIFO or a device, and never waits for its reader: lines that it does not
/// take are lost, and a later line says how many.
class NonBlockingSink final : public spdlog::sinks::base_sink<std::mutex> {
public:
    explicit NonBlockingSink(const std::string& path) {
        require_kind(path, {"a log of agon", is_log});
        file_ = platform::open_log(path);
        if (file_ < 0)
            throw Error("'" + path +
                        "' cannot be written: " + std::generic_category().message(errno));
    }
    ~NonBlockingSink() override { platform::close(file_); }
    NonBlockingSink(const NonBlockingSink&) = delete;
    NonBlockingSink& operator=(const NonBlockingSink&) = delete;

private:
    void sink_it_(const spdlog::details::log_msg& message) override {
        spdlog::memory_buf_t text;
        formatter_->format(message, text);
        if (!write_rest()) return void(++lost_);
        if (lost_ > 0) {
            rest_ = fmt::format("({} lines are lost: they were not read in time)\n", lost_);
            lost_ = 0;
            if (!write_rest()) return void(++lost_);
        }
        rest_.assign(text.data(), text.size());
        const std::size_t size = rest_.size();
        if (write_rest() || rest_.size() < size) return; // the rest of the line follows later
        rest_.clear();
        ++lost_;
    }
    void flush_() override {}

    /// Whether all of rest_ is written.
    bool write_rest() {
        while (!rest_.empty()) {
            const std::ptrdiff_t count = platform::write_some(file_, rest_);
            if (count <= 0) return false;
            rest_.erase(0, static_cast<std::size_t>(count));
        }
        return true;
    }

    /// "2026-11-21 06:07", or the same after "[".
    static bool is_log(std::string_view text) {
        constexpr std::string_view PATTERN = "dddd-dd-dd dd:dd";
        if (text.starts_with('[')) text.remove_prefix(1);
        return std::ranges::equal(text.substr(0, PATTERN.size()), PATTERN, [](char c, char like) {
            return like == 'd' ? c >= '0' && c <= '9' : c == like;
        });
    }

    int file_ = -1;
    std::string rest_; ///< of a line that was written in part
    std::size_t lost_ = 0;
};

std::shared_ptr<spdlog::logger> file_logger(const std::string& path) {
    return std::make_shared<spdlog::logger>("agon", std::make_shared<NonBlockingSink>(path));
}

} // namespace

void TrafficLog::set_file(const std::string& path) {
    std::shared_ptr<spdlog::logger> logger;
    if (!path.empty()) {
        logger = file_logger(path);
        logger->set_pattern("%Y-%m-%d %H:%M:%S.%e %v");
        logger->flush_on(spdlog::level::info);
    }
    const std::lock_guard lock(mutex_);
    file_ = std::move(logger);
}

void TrafficLog::log(std::string_view direction, std::string_view line) {
    spdlog::debug("{} {}", direction, line);
    const std::lock_guard lock(mutex_);
    if (file_ != nullptr) file_->info("{} {}", direction, line);
}

std::span<const std::string_view> log_levels() {
    static constexpr std::string_view LEVELS[] = {"trace", "debug",    "info", "warning",
                                                  "error", "critical", "off"};
    return LEVELS;
}

void set_up_log(const std::string& path, const std::string& level) {
    auto logger = path.empty() ? std::make_shared<spdlog::logger>(
                                     "agon", std::make_shared<spdlog::sinks::stderr_sink_mt>())
                               : file_logger(path);
    logger->set_level(spdlog::level::from_str(level));
    logger->flush_on(spdlog::level::debug);
    spdlog::set_default_logger(std::move(logger));
}

} // namespace agon::protocol
