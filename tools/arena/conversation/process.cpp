#include "tools/arena/conversation/process.hpp"

#include "engine/error.hpp"
#include "tools/arena/conversation/boost_process.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/asio/write.hpp>

#include <array>
#include <cassert>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iostream>
#include <optional>
#include <set>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace agon::match {
namespace {

using Code = boost::system::error_code;

/// How long a process that has closed its output may take to end before it counts as still alive.
constexpr auto EXIT_GRACE = std::chrono::milliseconds(200);
constexpr auto EXIT_POLL = std::chrono::milliseconds(5);
/// Slurm, systemd and others signal all processes of a job at once. How long this program's own
/// signal may take after an engine's, which would else have lost its game.
constexpr auto SIGNAL_GRACE = std::chrono::milliseconds(500);
/// Between two checks whether a process lives, if the operating system does not report its end.
constexpr auto LIFE_POLL = std::chrono::milliseconds(100);

/// The limit that this program was started with. Engines get it, because the raised limit can be
/// too much for their `select` or for loops over all descriptors.
std::optional<rlimit> limit_of_engines;

std::string resolve(const Command& command) {
    if (command.program.find('/') != std::string::npos) return command.program;
    if (!command.directory.empty() && std::filesystem::exists(command.directory / command.program))
        return "./" + command.program;
    const auto found = bp::search_path(command.program);
    if (found.empty()) throw Error("cannot start '" + command.program + "': not found in PATH");
    return found.string();
}

/// On exec, closes every descriptor of the child but its standard streams. An inherited pipe would
/// never report the end of file, and an inherited connection would look open to a browser.
/// Allocates nothing, since it runs between fork and exec.
void close_others_on_exec() {
    constexpr int FIRST = STDERR_FILENO + 1;
#if defined(SYS_close_range) && defined(CLOSE_RANGE_CLOEXEC) // Linux 5.11
    if (::syscall(SYS_close_range, FIRST, ~0U, CLOSE_RANGE_CLOEXEC) == 0) return;
#endif
    const long limit = ::sysconf(_SC_OPEN_MAX); // -1: none
    for (int descriptor = FIRST; descriptor < (limit < 0 ? 65'536 : limit); ++descriptor)
        ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

Exit describe(int native_status) {
    if (WIFSIGNALED(native_status)) {
        const int signal = WTERMSIG(native_status);
        return {true,
                "killed by signal " + std::to_string(signal) + " (" + strsignal(signal) + ')'};
    }
    const int status = WEXITSTATUS(native_status);
    return {status != 0, "exited with status " + std::to_string(status), status};
}

/// Whether the process ended by a signal that ends jobs, or says so by its status as shells do.
bool told_to_end(int native_status) {
    const int signal =
        WIFSIGNALED(native_status) ? WTERMSIG(native_status) : WEXITSTATUS(native_status) - 128;
    return signal == SIGHUP || signal == SIGINT || signal == SIGTERM || signal == SIGKILL;
}

/// A descriptor that becomes readable when the process ends, or -1: Linux has them since 5.3, but
/// not every sandbox allows them.
int descriptor_of(pid_t process) {
#ifdef SYS_pidfd_open
    return static_cast<int>(::syscall(SYS_pidfd_open, process, 0));
#else
    return -1;
#endif
}

/// Names on standard error the processes that engines started in sessions of their own, and reaps
/// those that have ended. This program is a subreaper: it inherits them when their parents are
/// gone. `program`: the engine that has just ended.
void look_for_survivors(const std::string& program) {
    static std::set<pid_t> named;
    std::ifstream children("/proc/self/task/" + std::to_string(::getpid()) + "/children");
    for (pid_t child = 0; children >> child;) {
        if (::getsid(child) == ::getsid(0)) continue; // an engine, or started by other means
        if (::waitpid(child, nullptr, WNOHANG) != 0) {
            named.erase(child);
        } else if (named.insert(child).second) {
            std::ifstream in("/proc/" + std::to_string(child) + "/comm");
            std::string name;
            std::getline(in, name);
            std::cerr << "Warning: process " << child << " (" << name
                      << "), which an engine started in a session of its own, outlives " << program
                      << std::endl;
        }
    }
}

/// The thread that reads what engines write.
class ReaderThread {
public:
    static boost::asio::io_context& loop() {
        static ReaderThread reader;
        return reader.loop_;
    }

private:
    ReaderThread() : work_(loop_.get_executor()), thread_([this] { loop_.run(); }) {}
    ~ReaderThread() {
        loop_.stop();
        thread_.join();
    }

    boost::asio::io_context loop_;
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
    std::thread thread_;
};

/// A pipe that is read on the reader's thread as soon as something is in it. Reading pauses while
/// more than MOST_UNHANDLED bytes wait to be handled.
class PipeReader : public std::enable_shared_from_this<PipeReader> {
public:
    /// Called on the reader's thread; `end` with the last bytes.
    using Sink = std::function<void(std::string bytes, Process::Time read, bool end)>;

    PipeReader() : pipe_(ReaderThread::loop()) {}

    [[nodiscard]] bp::async_pipe& pipe() { return pipe_; }

    void start(Sink sink) {
        sink_ = std::move(sink);
        boost::asio::post(ReaderThread::loop(), [self = shared_from_this()] { self->read(); });
    }
    /// To be called when `size` of the bytes given to the sink have been handled.
    void handled(std::size_t size) {
        boost::asio::post(ReaderThread::loop(), [self = shared_from_this(), size] {
            self->unhandled_ -= size;
            if (self->paused_ && self->unhandled_ <= MOST_UNHANDLED) self->read();
        });
    }
    /// When this returns the sink is no longer called.
    void close() {
        boost::asio::post(ReaderThread::loop(), boost::asio::use_future([this] {
                              sink_ = nullptr;
                              Code ignored;
                              pipe_.close(ignored);
                          }))
            .get();
    }

private:
    static constexpr std::size_t MOST_UNHANDLED = 1 << 20;

    void read() {
        paused_ = false;
        pipe_.async_read_some(boost::asio::buffer(buffer_),
                              [self = shared_from_this()](Code fault, std::size_t size) {
                                  const auto now = std::chrono::steady_clock::now();
                                  if (!self->sink_) return;
                                  self->unhandled_ += size;
                                  self->sink_({self->buffer_.data(), size}, now, fault.failed());
                                  self->paused_ = self->unhandled_ > MOST_UNHANDLED;
                                  if (!fault && !self->paused_) self->read();
                              });
    }

    bp::async_pipe pipe_;
    Sink sink_;
    std::array<char, 16 * 1024> buffer_;
    std::size_t unhandled_ = 0;
    bool paused_ = false;
};

} // namespace

class Process::State : public std::enable_shared_from_this<State> {
public:
    State(boost::asio::io_context& loop, const Command& command, Events events)
        : program_(command.program), events_(std::move(events)), loop_(loop), timer_(loop),
          life_(loop), input_(loop) {
        // Writing to a process that is gone is an error to handle, not a reason to die.
        std::signal(SIGPIPE, SIG_IGN);
        ::prctl(PR_SET_CHILD_SUBREAPER, 1);
        const std::string program = resolve(command);
        const auto directory =
            command.directory.empty() ? std::filesystem::path(".") : command.directory;
        std::error_code fault;
        ::fcntl(input_.native_sink(), F_SETFL, O_NONBLOCK);
        child_ = bp::child(
            bp::exe = program, bp::args = command.args, bp::start_dir = directory.string(),
            bp::std_in<input_, bp::std_out> output_->pipe(), bp::std_err > errors_->pipe(), group_,
            bp::extend::on_exec_setup([&command](auto&) {
                close_others_on_exec();
                std::signal(SIGPIPE, SIG_DFL);
                // A hung engine would outlive a `kill -9` of this program.
                ::prctl(PR_SET_PDEATHSIG, SIGKILL);
                if (limit_of_engines) ::setrlimit(RLIMIT_NOFILE, &*limit_of_engines);
                pin_to(command.cores);
            }),
            fault);
        // Boost reports no fault when it has no descriptors for a pipe of its own.
        if (!fault && !child_.valid()) fault = std::make_error_code(std::errc::too_many_files_open);
        if (fault) throw Error("cannot start '" + command.program + "': " + fault.message());
    }

    ~State() { kill(); }

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
        if (writing_.empty()) close_input();
    }

    /// No event comes after this. The state lives until the last operation has let go of it.
    void abandon() {
        abandoned_ = true;
        kill();
        output_->close();
        errors_->close();
        close_input();
        timer_.cancel();
        Code ignored;
        life_.close(ignored);
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

    /// Writes at once as much as the pipe takes, so that `written` does not come late.
    void write_waiting() {
        writing_.swap(waiting_);
        const auto size = ::write(input_.native_sink(), writing_.data(), writing_.size());
        if (size > 0) writing_.erase(0, static_cast<std::size_t>(size));
        if (writing_.empty()) return written();
        boost::asio::async_write(input_, boost::asio::buffer(writing_),
                                 [this, self = shared_from_this()](Code fault, std::size_t) {
                                     writing_.clear();
                                     if (abandoned_) return;
                                     if (fault) return close_input();
                                     if (!waiting_.empty()) return write_waiting();
                                     written();
                                 });
    }

    void written() {
        if (input_ends_) close_input();
        if (events_.written) events_.written();
    }

    void close_input() {
        Code ignored;
        input_.close(ignored);
    }

    /// The end of the output does not show the exit: a child of the process may still hold the
    /// pipe.
    void watch_exit() {
        auto look = [this, self = shared_from_this()](Code fault) {
            std::error_code ignored;
            if (fault || abandoned_ || ending_) return;
            // A wait may end early: with an event of a closed descriptor whose place in the event
            // loop this one has taken.
            child_.running(ignored) ? watch_exit() : await_end_of_output();
        };
        if (const int descriptor = life_.is_open() ? -1 : descriptor_of(child_.id());
            descriptor >= 0)
            life_.assign(descriptor);
        if (life_.is_open())
            return life_.async_wait(boost::asio::posix::descriptor_base::wait_read,
                                    std::move(look));
        timer_.expires_after(LIFE_POLL);
        timer_.async_wait(std::move(look));
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
        std::error_code ignored;
        const bool over = patience <= patience.zero();
        if (!child_.running(ignored)) {
            if (errors_ended_ || over) return exited(child_.native_exit_code());
        } else if (over)
            return ended({false, "closed its output"});
        timer_.expires_after(EXIT_POLL);
        timer_.async_wait([this, self = shared_from_this(), patience](Code fault) {
            if (!fault && !abandoned_) await_exit(patience - EXIT_POLL);
        });
    }

    void exited(int status) {
        if (!told_to_end(status)) return ended(describe(status));
        timer_.expires_after(SIGNAL_GRACE);
        timer_.async_wait([this, self = shared_from_this(), status](Code fault) {
            if (!fault && !abandoned_) ended(describe(status));
        });
    }

    void ended(const Exit& exit) {
        if (!std::exchange(ended_, true) && events_.ended) events_.ended(exit);
    }

    void kill() {
        if (!group_.valid()) return;
        const pid_t group = group_.native_handle();
        ::kill(-group, SIGKILL); // also what the engine itself has started
        std::error_code ignored;
        if (child_.running(ignored)) child_.wait(ignored);
        group_.detach();
        while (::waitpid(-group, nullptr, 0) > 0) {
        } // its children are now this program's
        look_for_survivors(program_);
    }

    std::string program_;
    Events events_;
    bool abandoned_ = false;
    boost::asio::io_context& loop_;
    boost::asio::steady_timer timer_;
    boost::asio::posix::stream_descriptor life_; ///< readable when the process has ended
    bp::async_pipe input_;
    std::shared_ptr<PipeReader> output_ = std::make_shared<PipeReader>();
    std::shared_ptr<PipeReader> errors_ = std::make_shared<PipeReader>();
    bp::group group_;
    bp::child child_;
    LineSplitter output_lines_;
    LineSplitter errors_lines_;
    bool errors_ended_ = false;
    Time last_output_{};
    bool ending_ = false; ///< `ended` comes within EXIT_GRACE
    bool ended_ = false;
    std::string writing_; ///< handed to the operating system
    std::string waiting_; ///< to be written after that
    bool input_ends_ = false;
};

void raise_descriptor_limit() noexcept {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    if (!limit_of_engines) limit_of_engines = limit;
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

std::size_t most_processes(std::size_t others) noexcept {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return SIZE_MAX;
    const std::size_t taken = others + DESCRIPTORS_OF_PROGRAM;
    return limit.rlim_cur <= taken ? 0 : (limit.rlim_cur - taken) / DESCRIPTORS_OF_PROCESS;
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

} // namespace agon::match
