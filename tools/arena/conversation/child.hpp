// A child process with pipes, for an event loop.
#pragma once

#include "tools/arena/conversation/resources.hpp"

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

} // namespace agon::platform
