// One engine under soak: its process, what is said to it when, and what went wrong.
#pragma once

#include "tests/soak/memory.hpp"
#include "tests/soak/talk.hpp"
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
    TalkSettings talk;
    /// Whether its process leaves after a few conversations, in the middle of a search, and is
    /// started again; otherwise it lives as long as the soak, and its memory is watched.
    bool leaves = false;
    std::filesystem::path log_folder;
};

/// All from the event loop; nothing blocks. After a fault the conversation since the last chapter
/// is in a file, and the process is started anew.
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
    void say(const Step& step, Time now);
    void plan_next();
    void leave(Time now);
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
    std::unique_ptr<Talk> talk_;
    MemoryWatch memory_;

    Script script_;         ///< steps yet to come, the last one first
    Time ready_{};          ///< when the next step may be taken
    int conversations_ = 0; ///< of this process
    int stays_ = 0;         ///< conversations until it leaves
    int lives_ = 0;         ///< processes so far
    int faults_ = 0;
    std::optional<Time> left_; ///< when it was told to leave
    bool finishing_ = false;
    bool finished_ = false;

    Time log_begin_{};
    std::vector<std::string> log_; ///< of this chapter
};

} // namespace agon::soak
