#include "tools/match/engines/process.hpp"

#include "engine/error.hpp"
#include "tools/match/engines/line_splitter.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/process/args.hpp>
#include <boost/process/async_pipe.hpp>
#include <boost/process/child.hpp>
#include <boost/process/error.hpp>
#include <boost/process/exe.hpp>
#include <boost/process/extend.hpp>
#include <boost/process/group.hpp>
#include <boost/process/io.hpp>
#include <boost/process/search_path.hpp>
#include <boost/process/start_dir.hpp>

#include <array>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/wait.h>

namespace agon::match {
namespace {

namespace bp = boost::process;
using Code = boost::system::error_code;

/// A process that has closed its output gets so long to end before it is ended.
constexpr auto LAST_BREATH = std::chrono::milliseconds(200);
constexpr auto LOOK_AGAIN = std::chrono::milliseconds(5);

std::string resolve(const Command& command) {
    if (command.program.find('/') != std::string::npos) return command.program;
    if (!command.directory.empty() && std::filesystem::exists(command.directory / command.program))
        return "./" + command.program;
    const auto found = bp::search_path(command.program);
    if (found.empty()) throw Error("cannot start '" + command.program + "': not found in PATH");
    return found.string();
}

/// Else each engine would hold open the pipes of those before it, which then never end.
void keep_from_others(const bp::async_pipe& pipe) {
    ::fcntl(pipe.native_source(), F_SETFD, FD_CLOEXEC);
    ::fcntl(pipe.native_sink(), F_SETFD, FD_CLOEXEC);
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

} // namespace

class Process::State : public std::enable_shared_from_this<State> {
public:
    State(boost::asio::io_context& loop, const Command& command, Events events)
        : events_(std::move(events)), timer_(loop), input_(loop), output_(loop), errors_(loop) {
        // Writing to a process that is gone is an error to handle, not a reason to die.
        std::signal(SIGPIPE, SIG_IGN);
        const std::string program = resolve(command);
        const auto directory =
            command.directory.empty() ? std::filesystem::path(".") : command.directory;
        std::error_code fault;
        for (bp::async_pipe* pipe : {&input_, &output_, &errors_}) keep_from_others(*pipe);
        child_ = bp::child(
            bp::exe = program, bp::args = command.args, bp::start_dir = directory.string(),
            bp::std_in<input_, bp::std_out> output_, bp::std_err > errors_, group_,
            bp::extend::on_exec_setup([](auto&) { std::signal(SIGPIPE, SIG_DFL); }), fault);
        if (fault) throw Error("cannot start '" + command.program + "': " + fault.message());
    }

    ~State() { kill(); }

    [[nodiscard]] int pid() const { return child_.id(); }

    void start_reading() {
        read(output_, output_buffer_, output_lines_, &Events::line);
        read(errors_, errors_buffer_, errors_lines_, &Events::error_line);
    }

    void write(std::string_view text) {
        waiting_ += text;
        if (writing_.empty()) write_waiting();
    }

    void end_input() {
        input_ends_ = true;
        if (writing_.empty()) close_input();
    }

    /// No event comes any more; the process is killed when the last operation has let go.
    void abandon() {
        abandoned_ = true;
        kill();
        Code ignored;
        close_input();
        output_.close(ignored);
        errors_.close(ignored);
        timer_.cancel();
    }

private:
    using Buffer = std::array<char, 16 * 1024>;
    using LineEvent = std::function<void(std::string_view)> Events::*;

    void read(bp::async_pipe& pipe, Buffer& buffer, LineSplitter& lines, LineEvent event) {
        pipe.async_read_some(boost::asio::buffer(buffer),
                             [this, self = shared_from_this(), &pipe, &buffer, &lines,
                              event](Code fault, std::size_t size) {
                                 const auto visit = [this, event](std::string_view line) {
                                     if (!abandoned_ && events_.*event) (events_.*event)(line);
                                 };
                                 lines.feed({buffer.data(), size}, visit);
                                 if (abandoned_) return;
                                 if (!fault) return read(pipe, buffer, lines, event);
                                 lines.finish(visit);
                                 if (&pipe == &output_ && !abandoned_) await_exit(LAST_BREATH);
                             });
    }

    void write_waiting() {
        writing_.swap(waiting_);
        boost::asio::async_write(input_, boost::asio::buffer(writing_),
                                 [this, self = shared_from_this()](Code fault, std::size_t) {
                                     writing_.clear();
                                     if (!fault && !waiting_.empty()) return write_waiting();
                                     if (input_ends_) close_input();
                                 });
    }

    void close_input() {
        Code ignored;
        input_.close(ignored);
    }

    void await_exit(std::chrono::milliseconds patience) {
        std::error_code ignored;
        if (!child_.running(ignored)) return ended(describe(child_.native_exit_code()));
        if (patience <= patience.zero()) return ended({false, "closed its output"});
        timer_.expires_after(LOOK_AGAIN);
        timer_.async_wait([this, self = shared_from_this(), patience](Code fault) {
            if (!fault && !abandoned_) await_exit(patience - LOOK_AGAIN);
        });
    }

    void ended(const Exit& exit) {
        if (events_.ended) events_.ended(exit);
    }

    void kill() {
        if (!group_.valid()) return;
        ::kill(-group_.native_handle(), SIGKILL); // also what the engine itself has started
        std::error_code ignored;
        if (child_.running(ignored)) child_.wait(ignored);
        group_.detach();
    }

    Events events_;
    bool abandoned_ = false;
    boost::asio::steady_timer timer_;
    bp::async_pipe input_;
    bp::async_pipe output_;
    bp::async_pipe errors_;
    bp::group group_;
    bp::child child_;
    Buffer output_buffer_;
    Buffer errors_buffer_;
    LineSplitter output_lines_;
    LineSplitter errors_lines_;
    std::string writing_; ///< handed to the operating system
    std::string waiting_; ///< to be written after that
    bool input_ends_ = false;
};

Process::Process(boost::asio::io_context& loop, const Command& command, Events events)
    : state_(std::make_shared<State>(loop, command, std::move(events))) {
    state_->start_reading();
}

Process::~Process() { state_->abandon(); }

int Process::pid() const { return state_->pid(); }

void Process::write(std::string_view text) { state_->write(text); }

void Process::end_input() { state_->end_input(); }

} // namespace agon::match
