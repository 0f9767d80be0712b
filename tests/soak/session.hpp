// One engine under test: its process, the timing of what it is sent, its log.
#pragma once

#include "tests/soak/driver.hpp"
#include "tests/soak/memory.hpp"
#include "tools/match/engines/process.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace agon::soak {

struct SessionPlan {
    std::string name; ///< "uci-1"
    Protocol protocol = Protocol::Uci;
    match::Command command;
    std::uint64_t seed = 1;
    DriverSettings driver;
    /// The process is told to quit after a few episodes, in the middle of a search, and started
    /// again. Otherwise it runs as long as the soak, and its memory is watched.
    bool quits = false;
    std::filesystem::path log_folder;
};

/// Runs on the event loop; nothing blocks. After a fault the log since the last reset is written to
/// a file, and a new process is started.
class Session {
public:
    struct Events {
        std::function<void(const Session&, const std::string&)> fault; ///< in one line
        std::function<void()> finished;
    };

    /// Throws Error when the process cannot be started.
    Session(boost::asio::io_context& loop, SessionPlan plan, Tally& tally, Events events);

    [[nodiscard]] const SessionPlan& plan() const { return plan_; }
    [[nodiscard]] const MemoryWatch& memory() const { return memory_; }
    /// At the next opportunity the engine is told to quit and not started again.
    void finish() { finishing_ = true; }
    [[nodiscard]] bool finished() const { return finished_; }

private:
    void start();
    void tick();
    void advance(Time now);
    void send(const Step& step, Time now);
    void plan_next();
    void quit(Time now);
    void ended(const match::Exit& exit);
    void end();
    void fail(const std::string& text);
    void log(char mark, std::string_view line);
    void write_log(const std::filesystem::path& file, const std::string& fault) const;

    SessionPlan plan_;
    Counts& counts_;
    Events events_;
    boost::asio::io_context& loop_;
    boost::asio::steady_timer timer_;
    std::unique_ptr<match::Process> process_;
    std::optional<Driver> driver_;
    MemoryWatch memory_;

    Script script_;            ///< steps to come, the next one last
    Time ready_{};             ///< when the next step may be taken
    int episodes_ = 0;         ///< of this process so far
    int episodes_to_quit_ = 0; ///< episodes until it quits
    int runs_ = 0;             ///< processes so far
    int faults_ = 0;
    std::optional<Time> quit_at_; ///< when it was told to quit
    bool finishing_ = false;
    bool finished_ = false;

    Time log_begin_{};
    std::vector<std::string> log_; ///< since the last reset
};

} // namespace agon::soak
