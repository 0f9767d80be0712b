// A child process with pipes, on an event loop.
#pragma once

#include <boost/asio/io_context.hpp>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agon::match {

struct Command {
    std::string program; ///< with a slash: from `directory`; without: there if it is, else in PATH
    std::vector<std::string> args;
    std::filesystem::path directory; ///< to run in; empty for the arena's own
};

/// How a process ended.
struct Exit {
    bool crashed = false;        ///< by a signal or with a status other than 0
    std::string text;            ///< "killed by signal 11 (Segmentation fault)"
    std::optional<int> status{}; ///< when it left by itself
};

/// Owns the process and whatever that one starts: destroying this kills and reaps them at once.
/// All methods are for the event loop's thread; none waits for the process, except that the
/// destructor waits for the operating system to end it.
class Process {
public:
    struct Events {
        std::function<void(std::string_view)> line;       ///< from its standard output
        std::function<void(std::string_view)> error_line; ///< from its standard error
        std::function<void(const Exit&)> ended; ///< called once, after the last line of output
    };

    /// Throws Error naming the program when it cannot be started. Events come only from the loop,
    /// and none comes after the destruction of this, which an event may cause. From the first one
    /// on the arena ignores SIGPIPE.
    Process(boost::asio::io_context& loop, const Command& command, Events events);
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    /// Of the process, as long as this lives.
    [[nodiscard]] int pid() const;

    /// Queues `text` for its standard input; what it no longer reads is lost.
    void write(std::string_view text);
    /// Ends its standard input once everything has been written; nothing may be written after.
    void end_input();

private:
    class State;
    std::shared_ptr<State> state_;
};

} // namespace agon::match
