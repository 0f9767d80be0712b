// What differs between operating systems in what an event loop waits for: processes and keys.
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
/// Those that this program may run on. One processor of each core comes first, then the other
/// hyper-threads.
[[nodiscard]] Cores own_cores();

/// Whether a server takes an address that one has just left. On Windows that means one in use, too.
extern const bool REUSES_ADDRESS;

/// How many files this program may have open.
[[nodiscard]] std::size_t most_open_files() noexcept;
/// Raises the limit of open files to the hard limit; processes started later get the original one.
/// To be called once, at the start.
void raise_open_files_limit() noexcept;

// A child process with pipes.

/// A pipe whose one end is this program's, on an event loop, and whose other end is for a child.
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
    /// What it takes at once, in bytes; may be 0.
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
    std::optional<int> status{}; ///< when it left by itself
    bool with_job = false;       ///< by a signal that ends whole jobs, or as shells report one
};

/// A child process and everything that it starts; if this program is killed, the child is too.
class Child {
public:
    /// Starts it. Throws Error, or std::exception where the system has no room.
    Child(boost::asio::io_context& loop, const Command& command, Pipe& input, Pipe& output,
          Pipe& errors);
    /// Kills and reaps all, and waits for the operating system to end them. A process in a session
    /// of its own is not killed but named on standard error.
    ~Child();
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    [[nodiscard]] bool running();
    /// Precondition: it has ended.
    [[nodiscard]] Exit exit() const;
    /// Waits for the end; it may report too early. False when the system cannot report it.
    [[nodiscard]] bool wait(std::function<void(Code)> done);
    /// Ends wait() with a fault, and kills as the destructor does.
    void kill();

private:
    struct State;
    std::unique_ptr<State> state_;
};

// Keys.

/// While it lives, the keys of the terminal on standard input are reported as they are pressed and
/// not shown. Does nothing where that is no terminal.
class Keys {
public:
    /// `pressed` gets nothing when the terminal is gone; no key comes then.
    Keys(boost::asio::io_context& loop, std::function<void(std::optional<char>)> pressed);
    ~Keys();
    Keys(const Keys&) = delete;
    Keys& operator=(const Keys&) = delete;

    /// Sets the terminal again if a signal has continued this program: a shell sets it as it likes
    /// when a program stops (Ctrl-Z), and leaves it so (`fg`).
    void renew();

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace agon::platform
