#include "tools/arena/conversation/child.hpp"

#include "engine/error.hpp"
#include "protocol/os/program.hpp"
#include "tools/arena/conversation/boost_process.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/write.hpp>

#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iostream>
#include <set>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#ifdef __linux__
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

namespace agon::platform {

struct Pipe::Ends {
    bp::async_pipe pipe; ///< made in its place: Boost throws when it moves one
};

Pipe::Pipe(boost::asio::io_context& loop, To to) : ends_(new Ends{bp::async_pipe(loop)}) {
    if (to == To::Child) ::fcntl(ends_->pipe.native_sink(), F_SETFL, O_NONBLOCK);
}

Pipe::~Pipe() = default;

void Pipe::read_some(std::span<char> buffer, Done done) {
    ends_->pipe.async_read_some(boost::asio::buffer(buffer.data(), buffer.size()), std::move(done));
}

std::size_t Pipe::write_now(std::string_view text) {
    const auto size = ::write(ends_->pipe.native_sink(), text.data(), text.size());
    return size > 0 ? static_cast<std::size_t>(size) : 0;
}

void Pipe::write(std::string_view text, Done done) {
    boost::asio::async_write(ends_->pipe, boost::asio::buffer(text), std::move(done));
}

void Pipe::close() noexcept {
    Code ignored;
    ends_->pipe.close(ignored);
}

namespace {

std::string resolve(const Command& command) {
    if (command.program.find('/') != std::string::npos) return command.program;
    if (!command.directory.empty() && std::filesystem::exists(command.directory / command.program))
        return "./" + command.program;
    const auto found = bp::search_path(command.program);
    std::error_code absent;
    if (found.empty())
        throw Error("cannot start '" + command.program + "': not found in PATH" +
                    (std::filesystem::exists(command.program, absent)
                         ? "; the file in this directory is ./" + command.program
                         : ""));
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

/// A descriptor that becomes readable when the process ends, or -1: Linux has them since 5.3, but
/// not every sandbox allows them.
int descriptor_of([[maybe_unused]] pid_t process) {
#ifdef SYS_pidfd_open
    return static_cast<int>(::syscall(SYS_pidfd_open, process, 0));
#else
    return -1;
#endif
}

/// Reports on standard error the processes that engines started in other sessions, and reaps
/// those that have ended. This program is a subreaper: it inherits them when their parents are
/// gone. `program`: the engine that has just ended.
void look_for_survivors([[maybe_unused]] const std::string& program) {
#ifdef __linux__
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
#endif
}

#ifdef __linux__

/// Pins the calling thread, and what it starts from now on. Allocates nothing. Does nothing when
/// the operating system refuses.
void pin_to(const Cores& cores) noexcept {
    if (cores.empty()) return;
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const int core : cores)
        if (core < CPU_SETSIZE) CPU_SET(static_cast<std::size_t>(core), &set);
    static_cast<void>(sched_setaffinity(0, sizeof set, &set));
}

#endif

/// Runs between fork and exec.
void set_up_child([[maybe_unused]] const Command& command) {
    close_others_on_exec();
    std::signal(SIGPIPE, SIG_DFL);
#ifdef __linux__
    // A hung engine would outlive a `kill -9` of this program.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    restore_open_files_limit();
#ifdef __linux__
    pin_to(command.cores);
#endif
}

bool ends_jobs(int signal) {
    return signal == SIGHUP || signal == SIGINT || signal == SIGTERM || signal == SIGKILL;
}

} // namespace

struct Child::State {
    std::string program;
    boost::asio::posix::stream_descriptor life; ///< readable when the process has ended
    bp::group group{};
    bp::child child{};
};

Child::Child(boost::asio::io_context& loop, const Command& command, Pipe& input, Pipe& output,
             Pipe& errors)
    : state_(new State{command.program, boost::asio::posix::stream_descriptor(loop)}) {
    // Writing to a process that has exited must be an error, not end this program.
    ignore_broken_pipes();
#ifdef __linux__
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
    const std::string program = resolve(command);
    const auto directory =
        command.directory.empty() ? std::filesystem::path(".") : command.directory;
    std::error_code fault;
    state_->child =
        bp::child(bp::exe = program, bp::args = command.args, bp::start_dir = directory.string(),
                  bp::std_in<input.ends_->pipe, bp::std_out> output.ends_->pipe,
                  bp::std_err > errors.ends_->pipe, state_->group,
                  bp::extend::on_exec_setup([&command](auto&) { set_up_child(command); }), fault);
    // Boost reports no fault when it has no descriptors for a pipe of its own.
    if (!fault && !state_->child.valid())
        fault = std::make_error_code(std::errc::too_many_files_open);
    if (fault)
        throw Error(
            "cannot start '" + command.program + "': " + fault.message() +
            (fault == std::errc::permission_denied ? "; chmod +x makes a file executable" : ""));
}

Child::~Child() { kill(); }

bool Child::running() {
    std::error_code ignored;
    return state_->child.running(ignored);
}

Exit Child::exit() const {
    const int native = state_->child.native_exit_code();
    if (WIFSIGNALED(native)) {
        const int signal = WTERMSIG(native);
        return {true,
                "killed by signal " + std::to_string(signal) + " (" + strsignal(signal) + ')',
                {},
                ends_jobs(signal)};
    }
    const int status = WEXITSTATUS(native);
    return {status != 0, "exited with status " + std::to_string(status), status,
            ends_jobs(status - 128)};
}

bool Child::wait(std::function<void(Code)> done) {
    if (const int descriptor = state_->life.is_open() ? -1 : descriptor_of(state_->child.id());
        descriptor >= 0)
        state_->life.assign(descriptor);
    if (!state_->life.is_open()) return false;
    state_->life.async_wait(boost::asio::posix::descriptor_base::wait_read, std::move(done));
    return true;
}

void Child::kill() {
    Code closed;
    state_->life.close(closed);
    if (!state_->group.valid()) return;
    const pid_t group = state_->group.native_handle();
    ::kill(-group, SIGKILL); // also what the engine itself has started
    std::error_code ignored;
    if (state_->child.running(ignored)) state_->child.wait(ignored);
    state_->group.detach();
    while (::waitpid(-group, nullptr, 0) > 0) {
    } // its children are now this program's
    look_for_survivors(state_->program);
}

} // namespace agon::platform
