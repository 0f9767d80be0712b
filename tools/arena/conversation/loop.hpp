// Processes and keys for an event loop: what differs between operating systems.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/system/error_code.hpp>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace agon::platform {

using Code = boost::system::error_code;

// Processors, addresses and open files.

/// Numbers of processors, as the operating system counts them, from 0.
using Cores = std::vector<int>;
/// The processors that this program may run on. One of each core comes first, then the other
/// hyper-threads.
[[nodiscard]] Cores own_cores();

/// Whether a server may bind an address that another has just released. On Windows the same setting
/// would also allow an address in use.
extern const bool REUSES_ADDRESS;

/// How many files this program may have open.
[[nodiscard]] std::size_t most_open_files() noexcept;
/// Raises the limit of open files to the hard limit; processes started later get the original one.
/// Call it once, at the start.
void raise_open_files_limit() noexcept;

// A child process with pipes.

/// A pipe with one end on this program's event loop and the other end for a child.
class Pipe {
public:
    using Done = std::function<void(Code, std::size_t)>;

    enum class To { Child, Parent };
    Pipe(boost::asio::io_context& loop, To to);
    ~Pipe();
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    /// The buffer must live until `done`. Here and below, `done` is called by the loop.
    void read_some(std::span<char> buffer, Done done);
    /// Writes what fits without blocking and returns its number of bytes, possibly 0.
    [[nodiscard]] std::size_t write_now(std::string_view text);
    /// The text must live until `done`.
    void write(std::string_view text, Done done);
    void close() noexcept;

private:
    friend class Child;
    struct Ends;
    std::unique_ptr<Ends> ends_;
};

struct Command {
    std::string program; ///< a path from `directory` if it has a slash; else there or in the PATH
    std::vector<std::string> args;
    std::filesystem::path directory; ///< to run in; empty for this program's own
    Cores cores{};                   ///< to run on; empty for all
};

/// How a process ended.
struct Exit {
    bool crashed = false;        ///< by a signal or with a status other than 0
    std::string text;            ///< "killed by signal 11 (Segmentation fault)"
    std::optional<int> status{}; ///< if it was not ended by a signal
    bool with_job = false;       ///< by a signal that a shell sends to a whole job, or by the exit
                                 ///< status that shells report for one
};

/// A child process and its descendants. If this program is killed, they are killed too.
class Child {
public:
    /// Starts it. Throws Error, or std::exception if the system lacks resources.
    Child(boost::asio::io_context& loop, const Command& command, Pipe& input, Pipe& output,
          Pipe& errors);
    /// Kills all of them and waits until they have ended. A process in another session is not
    /// killed; a warning on standard error names it.
    ~Child();
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    [[nodiscard]] bool running();
    /// Precondition: it has ended.
    [[nodiscard]] Exit exit() const;
    /// Waits for the exit; `done` may come too early. False if the system cannot report the exit.
    [[nodiscard]] bool wait(std::function<void(Code)> done);
    /// Ends wait() with an error, and kills as the destructor does.
    void kill();

private:
    struct State;
    std::unique_ptr<State> state_;
};

// Keys.

/// During its lifetime, keys typed on the terminal are reported at once and not echoed. Does
/// nothing if standard input is not a terminal.
class Keys {
public:
    /// `pressed` gets nullopt once the terminal is gone; no key follows.
    Keys(boost::asio::io_context& loop, std::function<void(std::optional<char>)> pressed);
    ~Keys();
    Keys(const Keys&) = delete;
    Keys& operator=(const Keys&) = delete;

    /// Sets the terminal mode again after a signal has continued this program: a shell changes it
    /// when a program stops (Ctrl-Z) and does not restore it (`fg`).
    void renew();

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace agon::platform
