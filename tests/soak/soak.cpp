#include "tests/soak/soak.hpp"

#include "tests/soak/session.hpp"
#include "tools/match/commands/engine_arguments.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <memory>
#include <ostream>
#include <stop_token>
#include <thread>

namespace agon::soak {
namespace {

constexpr int REPORTS = 60; ///< lines of progress in all

match::Command command(const SoakSettings& settings) {
    const auto self = std::filesystem::read_symlink("/proc/self/exe");
    const std::string agon = '"' + (self.parent_path() / "agon").string() + '"';
    return match::parse_command(settings.engine.value_or(agon), "--engine");
}

std::string clock_text(std::chrono::seconds time) {
    const auto count = time.count();
    return fmt::format("{}:{:02}:{:02}", count / 3600, count / 60 % 60, count % 60);
}

/// Work for one core until it is stopped.
void burn(const std::stop_token& stop) {
    for (volatile unsigned number = 1; !stop.stop_requested();)
        number = number * 1664525U + 1013904223U;
}

class Soak {
public:
    Soak(const SoakSettings& settings, std::ostream& progress)
        : settings_(settings), progress_(progress), timer_(loop_), begin_(Clock::now()) {
        for (int i = 0; i < settings.load; ++i) load_.emplace_back(burn);
        for (int i = 0; i < settings.engines + settings.leavers; ++i) add(i);
        report_later();
    }

    void run() { loop_.run(); }

    bool print(std::ostream& out) const {
        out << "seed " << settings_.seed << ", " << clock_text(elapsed()) << ", "
            << sessions_.size() << " engines, " << settings_.load << " threads of load, margin "
            << settings_.driver.margin.count() << " ms\n\n";
        tally_.print(out);
        out << "\nresident memory at rest, with the usual options\n";
        bool grows = false;
        for (const auto& session : sessions_) {
            if (session->plan().quits) continue;
            out << session->plan().name << ": " << session->memory().text() << '\n';
            grows |= session->memory().grows();
        }
        if (grows) out << "memory grows by more than " << MemoryWatch::LIMIT_KB << " kB\n";
        out << '\n' << tally_.faults() << " faults" << std::endl;
        return !grows && tally_.faults() == 0;
    }

private:
    void add(int place) {
        const Protocol protocol =
            settings_.protocols[static_cast<std::size_t>(place) % settings_.protocols.size()];
        SessionPlan plan{.name = std::string(name(protocol)) + '-' + std::to_string(place + 1),
                         .protocol = protocol,
                         .command = command(settings_),
                         .seed = settings_.seed * 1000 + static_cast<std::uint64_t>(place),
                         .driver = settings_.driver,
                         .quits = place >= settings_.engines,
                         .log_folder = settings_.log_folder};
        sessions_.push_back(std::make_unique<Session>(
            loop_, std::move(plan), tally_,
            Session::Events{[this](const Session& session, const std::string& text) {
                                progress_ << session.plan().name << ": " << text << std::endl;
                                if (tally_.faults() >= settings_.most_faults) finish();
                            },
                            [this] {
                                if (std::ranges::all_of(sessions_, &Session::finished))
                                    timer_.cancel();
                            }}));
    }

    [[nodiscard]] std::chrono::seconds elapsed() const {
        return std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - begin_);
    }

    void report_later() {
        timer_.expires_at(
            std::min(begin_ + settings_.time,
                     Clock::now() + settings_.time / REPORTS + std::chrono::seconds(1)));
        timer_.async_wait([this](boost::system::error_code fault) {
            if (fault) return;
            report();
            if (elapsed() >= settings_.time) return finish();
            report_later();
        });
    }

    void report() {
        progress_ << clock_text(elapsed()) << " of " << clock_text(settings_.time) << ": "
                  << tally_.searches() << " searches, " << tally_.faults()
                  << " faults, worst lateness " << static_cast<int>(tally_.worst())
                  << " ms, memory";
        for (const auto& session : sessions_)
            if (!session->plan().quits && !session->memory().samples().empty())
                progress_ << ' ' << session->memory().samples().back();
        progress_ << " kB" << std::endl;
    }

    void finish() {
        timer_.cancel();
        for (const auto& session : sessions_) session->finish();
    }

    const SoakSettings& settings_;
    std::ostream& progress_;
    std::vector<std::jthread> load_;
    boost::asio::io_context loop_;
    boost::asio::steady_timer timer_;
    Time begin_;
    Tally tally_;
    std::vector<std::unique_ptr<Session>> sessions_;
};

} // namespace

bool soak(const SoakSettings& settings, std::ostream& out, std::ostream& progress) {
    Soak all(settings, progress);
    all.run();
    return all.print(out);
}

} // namespace agon::soak
