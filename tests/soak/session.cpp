#include "tests/soak/session.hpp"

#include "engine/error.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <fstream>

namespace agon::soak {
namespace {

constexpr Milliseconds TICK{5};
constexpr int EPISODES_PER_RESET = 40;
constexpr Milliseconds TO_QUIT{100};                    ///< protocols.md section 1 (Conduct)
constexpr std::uint64_t SEED_STEP = 0x9E3779B97F4A7C15; ///< between the seeds of two processes

} // namespace

Session::Session(boost::asio::io_context& loop, SessionPlan plan, Tally& tally, Events events)
    : plan_(std::move(plan)), counts_(tally[name(plan_.protocol)]), events_(std::move(events)),
      loop_(loop), timer_(loop) {
    start();
    tick();
}

void Session::start() {
    const std::uint64_t seed = plan_.seed + SEED_STEP * static_cast<std::uint64_t>(runs_++);
    driver_.emplace(plan_.protocol, seed, plan_.driver, counts_);
    script_ = driver_->greeting();
    std::ranges::reverse(script_);
    episodes_ = 0;
    memory_ = {};
    episodes_to_quit_ = plan_.quits ? 1 + static_cast<int>(seed / SEED_STEP % 7 + seed % 5) : 0;
    quit_at_.reset();
    log_.clear();
    log_begin_ = ready_ = Clock::now();
    process_ = std::make_unique<match::Process>(
        loop_, plan_.command,
        match::Process::Events{[this](std::string_view line, auto) {
                                   log('<', line);
                                   if (quit_at_) return; // it may send more before it quits
                                   try {
                                       driver_->receive(line, Clock::now());
                                   } catch (const Fault& fault) {
                                       fail(fault.what());
                                   }
                               },
                               [this](std::string_view line) { log('!', line); },
                               [this](const match::Exit& exit) { ended(exit); }});
}

void Session::tick() {
    timer_.expires_after(TICK);
    timer_.async_wait([this](boost::system::error_code fault) {
        if (fault || finished_) return;
        try {
            advance(Clock::now());
        } catch (const Fault& found) {
            fail(found.what());
        }
        if (!finished_) tick();
    });
}

void Session::advance(Time now) {
    if (quit_at_) {
        if (now > *quit_at_ + TO_QUIT + plan_.driver.margin)
            throw Fault("late exit: none after 'quit' or the end of input");
        return;
    }
    driver_->check(now);
    if (script_.empty()) {
        if (!driver_->settled()) return;
        if (finishing_ || (plan_.quits && episodes_ >= episodes_to_quit_)) return quit(now);
        plan_next();
    }
    while (!script_.empty()) {
        const Step& step = script_.back();
        if (now < ready_ || (step.settles && !driver_->settled())) return;
        send(step, now);
        script_.pop_back();
        if (!script_.empty()) ready_ = now + script_.back().pause;
    }
}

void Session::send(const Step& step, Time now) {
    if (step.takes_sample && !plan_.quits)
        if (const auto kb = resident_kb(process_->pid())) memory_.add(*kb);
    driver_->sent(step, now);
    if (step.line.empty()) return;
    log('>', step.line);
    process_->write(step.line + '\n');
}

void Session::plan_next() {
    if (episodes_++ % EPISODES_PER_RESET == 0) {
        log_.clear();
        log_begin_ = Clock::now();
        script_ = driver_->reset();
    } else {
        ++counts_.episodes;
        script_ = driver_->episode();
    }
    std::ranges::reverse(script_);
    ready_ = Clock::now() + (script_.empty() ? Milliseconds(0) : script_.back().pause);
}

void Session::quit(Time now) {
    const bool by_word = runs_ % 2 == 1;
    for (const std::string& line : driver_->parting_lines()) {
        log('>', line);
        process_->write(line + '\n');
    }
    quit_at_ = now;
    if (by_word) {
        log('>', "quit");
        process_->write("quit\n");
    } else {
        log('!', "the end of input");
        process_->end_input();
    }
}

void Session::ended(const match::Exit& exit) {
    log('!', exit.text);
    try {
        if (!quit_at_) throw Fault("it ended: " + exit.text);
        if (exit.status != 0) throw Fault("bad exit: " + exit.text);
        counts_.late["exit"].add(Clock::now() - *quit_at_ - TO_QUIT);
        ++counts_.ends;
        end();
    } catch (const Fault& fault) {
        fail(fault.what());
    }
}

void Session::end() {
    process_.reset();
    if (!finishing_) return start();
    finished_ = true;
    timer_.cancel();
    events_.finished();
}

void Session::fail(const std::string& text) {
    ++counts_.faults;
    const auto file =
        plan_.log_folder / ("soak-" + plan_.name + '-' + std::to_string(++faults_) + ".log");
    write_log(file, text);
    events_.fault(*this, text + " (" + file.string() + ')');
    end();
}

void Session::log(char mark, std::string_view line) {
    const std::chrono::duration<double> time = Clock::now() - log_begin_;
    const std::string stamp = fmt::format("# {:.3f}", time.count());
    if (mark == '>') {
        log_.push_back(stamp);
        log_.emplace_back(line);
    } else {
        log_.push_back(fmt::format("{} {} {}", stamp, mark, line));
    }
}

/// Lines to the engine are written as they were sent and the rest as comments, so that the file can
/// be an engine's input.
void Session::write_log(const std::filesystem::path& file, const std::string& fault) const {
    std::ofstream out(file);
    out << "# " << fault << '\n' << "# " << plan_.command.program;
    for (const std::string& word : plan_.command.args) out << ' ' << word;
    out << "\n# seed " << plan_.seed << ", process " << runs_ << '\n';
    for (const std::string& line : log_) out << line << '\n';
    if (!out.flush()) throw Error("'" + file.string() + "' cannot be written");
}

} // namespace agon::soak
