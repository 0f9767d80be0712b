#include "tools/arena/conversation/process.hpp"

#include "engine/error.hpp"
#include "tools/arena/conversation/line_splitter.hpp"
#include "tools/arena/conversation/reader_thread.hpp"
#include "tools/arena/conversation/resources.hpp"

#include <array>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_future.hpp>
#include <cassert>
#include <utility>

namespace agon::arena {
namespace {

using platform::Code;

/// How long a process that has closed its output can take to end before it counts as still alive.
constexpr auto EXIT_GRACE = std::chrono::milliseconds(200);
constexpr auto EXIT_POLL = std::chrono::milliseconds(5);
/// Slurm, systemd and others signal all processes of a job at once. How long this program's own
/// signal can take after an engine's, which would otherwise have lost its game.
constexpr auto SIGNAL_GRACE = std::chrono::milliseconds(500);
/// Between two checks whether a process lives, if the operating system does not report its end.
constexpr auto LIFE_POLL = std::chrono::milliseconds(100);

/// A pipe that is read on the reader's thread as soon as it has data. Reading pauses while
/// more than MAX_UNHANDLED bytes wait to be handled.
class PipeReader : public std::enable_shared_from_this<PipeReader> {
public:
    /// Called on the reader's thread; `end` with the last bytes.
    using Sink = std::function<void(std::string bytes, Process::Time read, bool end)>;

    PipeReader() : pipe_(reader_thread::loop(), platform::Pipe::To::Parent) {}

    [[nodiscard]] platform::Pipe& pipe() { return pipe_; }

    void start(Sink sink) {
        sink_ = std::move(sink);
        boost::asio::post(reader_thread::loop(), [self = shared_from_this()] { self->read(); });
    }
    /// Call it when `size` bytes passed to the sink have been handled.
    void handled(std::size_t size) {
        boost::asio::post(reader_thread::loop(), [self = shared_from_this(), size] {
            self->unhandled_ -= size;
            if (self->paused_ && self->unhandled_ <= MAX_UNHANDLED) self->read();
        });
    }
    /// When this returns the sink is no longer called.
    void close() {
        boost::asio::post(reader_thread::loop(), boost::asio::use_future([this] {
                              sink_ = nullptr;
                              pipe_.close();
                          }))
            .get();
    }

private:
    static constexpr std::size_t MAX_UNHANDLED = 1 << 20;

    void read() {
        paused_ = false;
        pipe_.read_some(buffer_, [self = shared_from_this()](Code fault, std::size_t size) {
            const auto now = std::chrono::steady_clock::now();
            if (!self->sink_) return;
            self->unhandled_ += size;
            self->sink_({self->buffer_.data(), size}, now, fault.failed());
            self->paused_ = self->unhandled_ > MAX_UNHANDLED;
            if (!fault && !self->paused_) self->read();
        });
    }

    platform::Pipe pipe_;
    Sink sink_;
    std::array<char, 16 * 1024> buffer_;
    std::size_t unhandled_ = 0;
    bool paused_ = false;
};

} // namespace

class Process::State : public std::enable_shared_from_this<State> {
public:
    State(boost::asio::io_context& loop, const Command& command, Events events)
        : events_(std::move(events)), loop_(loop), timer_(loop),
          input_(loop, platform::Pipe::To::Child),
          child_(loop, command, input_, output_->pipe(), errors_->pipe()) {}

    void start_reading() {
        start(*output_, &State::handle_output);
        start(*errors_, &State::handle_errors);
        // The loop runs as long as an event can come.
        timer_.expires_at(Time::max());
        timer_.async_wait([self = shared_from_this()](Code) {});
        watch_exit();
    }

    void write(std::string_view text) {
        assert(!input_ends_);
        waiting_ += text;
        if (writing_.empty()) write_waiting();
    }

    void end_input() {
        input_ends_ = true;
        if (writing_.empty()) input_.close();
    }

    /// No event comes after this. The state lives until the last operation has released it.
    void abandon() {
        abandoned_ = true;
        child_.kill();
        output_->close();
        errors_->close();
        input_.close();
        timer_.cancel();
    }

private:
    using Handle = void (State::*)(std::string_view bytes, Time read, bool end);

    void start(PipeReader& pipe, Handle handle) {
        pipe.start([&loop = loop_, weak = weak_from_this(), handle](std::string bytes, Time read,
                                                                    bool end) {
            boost::asio::post(loop, [weak, handle, bytes = std::move(bytes), read, end] {
                const auto self = weak.lock();
                if (self && !self->abandoned_) (*self.*handle)(bytes, read, end);
            });
        });
    }

    void handle_output(std::string_view bytes, Time read, bool end) {
        last_output_ = std::chrono::steady_clock::now();
        const auto visit = [&](std::string_view line) {
            if (!abandoned_ && events_.line) events_.line(line, read);
        };
        output_lines_.feed(bytes, visit);
        output_->handled(bytes.size());
        if (end) output_lines_.finish(visit);
        if (end) await_exit(EXIT_GRACE);
    }

    void handle_errors(std::string_view bytes, Time, bool end) {
        const auto visit = [&](std::string_view line) {
            if (!abandoned_ && events_.error_line) events_.error_line(line);
        };
        errors_lines_.feed(bytes, visit);
        errors_->handled(bytes.size());
        if (end) errors_lines_.finish(visit);
        errors_ended_ = end;
    }

    /// Writes at once as much as fits into the pipe, so that `written` does not come late.
    void write_waiting() {
        writing_.swap(waiting_);
        writing_.erase(0, input_.write_now(writing_));
        if (writing_.empty()) return written();
        input_.write(writing_, [this, self = shared_from_this()](Code fault, std::size_t) {
            writing_.clear();
            if (abandoned_) return;
            if (fault) return input_.close();
            if (!waiting_.empty()) return write_waiting();
            written();
        });
    }

    void written() {
        if (input_ends_) input_.close();
        if (events_.written) events_.written();
    }

    /// The end of the output does not imply the exit: a child of the process may still hold the
    /// pipe.
    void watch_exit() {
        const auto look = [this, self = shared_from_this()](Code fault) {
            if (fault || abandoned_ || ending_) return;
            // A wait may end early: with an event of a closed descriptor whose place in the event
            // loop this one has taken.
            child_.running() ? watch_exit() : await_end_of_output();
        };
        if (child_.wait(look)) return;
        timer_.expires_after(LIFE_POLL);
        timer_.async_wait(look);
    }

    /// The process has ended. Its output is still being read, and usually ends too.
    void await_end_of_output() {
        if (ending_) return;
        timer_.expires_after(EXIT_GRACE);
        timer_.async_wait([this, self = shared_from_this()](Code fault) {
            if (fault || abandoned_ || ending_) return;
            if (std::chrono::steady_clock::now() - last_output_ < EXIT_GRACE)
                return await_end_of_output();
            await_exit({});
        });
    }

    /// The output has ended, or the process has. Waits also for the rest of its standard error.
    void await_exit(std::chrono::milliseconds patience) {
        if (abandoned_) return;
        ending_ = true;
        const bool over = patience <= patience.zero();
        if (!child_.running()) {
            if (errors_ended_ || over) return exited(child_.exit());
        } else if (over)
            return ended({false, "closed its output"});
        timer_.expires_after(EXIT_POLL);
        timer_.async_wait([this, self = shared_from_this(), patience](Code fault) {
            if (!fault && !abandoned_) await_exit(patience - EXIT_POLL);
        });
    }

    void exited(const Exit& exit) {
        if (!exit.with_job) return ended(exit);
        timer_.expires_after(SIGNAL_GRACE);
        timer_.async_wait([this, self = shared_from_this(), exit](Code fault) {
            if (!fault && !abandoned_) ended(exit);
        });
    }

    void ended(const Exit& exit) {
        if (!std::exchange(ended_, true) && events_.ended) events_.ended(exit);
    }

    Events events_;
    bool abandoned_ = false;
    boost::asio::io_context& loop_;
    boost::asio::steady_timer timer_;
    platform::Pipe input_;
    std::shared_ptr<PipeReader> output_ = std::make_shared<PipeReader>();
    std::shared_ptr<PipeReader> errors_ = std::make_shared<PipeReader>();
    platform::Child child_;
    LineSplitter output_lines_;
    LineSplitter errors_lines_;
    bool errors_ended_ = false;
    Time last_output_{};
    bool ending_ = false; ///< `ended` comes within EXIT_GRACE
    bool ended_ = false;
    std::string writing_; ///< handed to the operating system
    std::string waiting_; ///< written after that
    bool input_ends_ = false;
};

std::size_t max_processes(std::size_t others) noexcept {
    const std::size_t most = platform::most_open_files(), taken = others + DESCRIPTORS_OF_PROGRAM;
    return most <= taken ? 0 : (most - taken) / DESCRIPTORS_OF_PROCESS;
}

Process::Process(boost::asio::io_context& loop, const Command& command, Events events) {
    try {
        state_ = std::make_shared<State>(loop, command, std::move(events));
        state_->start_reading();
    } catch (const std::exception& error) { // such as no descriptors left
        if (state_) state_->abandon();
        if (dynamic_cast<const Error*>(&error) != nullptr) throw;
        throw Error("cannot start '" + command.program + "': " + error.what());
    }
}

Process::~Process() { state_->abandon(); }

void Process::write(std::string_view text) { state_->write(text); }

void Process::end_input() { state_->end_input(); }

} // namespace agon::arena
