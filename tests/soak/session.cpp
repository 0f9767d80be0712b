#include "tests/soak/session.hpp"

#include "engine/error.hpp"
#include "tests/soak/fault.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>

namespace agon::soak {
namespace {

constexpr Milliseconds TICK{5};
constexpr int CHAPTER = 40;                         ///< conversations
constexpr Milliseconds TO_LEAVE{100};               ///< protocols.md section 1 (Conduct)
constexpr std::uint64_t APART = 0x9E3779B97F4A7C15; ///< between the seeds of two lives

} // namespace

Session::Session(boost::asio::io_context& loop, SessionPlan plan, Tally& tally, Events events)
    : plan_(std::move(plan)), counts_(tally[name(plan_.protocol)]), events_(std::move(events)),
      loop_(loop), timer_(loop) {
    start();
    tick();
}

void Session::start() {
    const std::uint64_t seed = plan_.seed + APART * static_cast<std::uint64_t>(lives_++);
    talk_ = make_talk(plan_.protocol, seed, plan_.talk, counts_);
    script_ = talk_->greeting();
    std::ranges::reverse(script_);
    conversations_ = 0;
    memory_ = {};
    stays_ = plan_.leaves ? 1 + static_cast<int>(seed / APART % 7 + seed % 5) : 0;
    left_.reset();
    log_.clear();
    log_begin_ = ready_ = Clock::now();
    process_ = std::make_unique<match::Process>(
        loop_, plan_.command,
        match::Process::Events{[this](std::string_view line, auto) {
                                   log('<', line);
                                   if (left_) return; // it may say more before it leaves
                                   try {
                                       talk_->hear(line, Clock::now());
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
    if (left_) {
        if (now > *left_ + TO_LEAVE + plan_.talk.margin)
            throw Fault("late exit: none after 'quit' or the end of input");
        return;
    }
    talk_->check(now);
    if (script_.empty()) {
        if (!talk_->settled()) return;
        if (finishing_ || (plan_.leaves && conversations_ >= stays_)) return leave(now);
        plan_next();
    }
    while (!script_.empty()) {
        const Step& step = script_.back();
        if (now < ready_ || (step.settles && !talk_->settled())) return;
        say(step, now);
        script_.pop_back();
        if (!script_.empty()) ready_ = now + script_.back().pause;
    }
}

void Session::say(const Step& step, Time now) {
    if (step.takes_sample && !plan_.leaves)
        if (const auto kb = resident_kb(process_->pid())) memory_.add(*kb);
    talk_->said(step, now);
    if (step.line.empty()) return;
    log('>', step.line);
    process_->write(step.line + '\n');
}

void Session::plan_next() {
    if (conversations_++ % CHAPTER == 0) {
        log_.clear();
        log_begin_ = Clock::now();
        script_ = talk_->chapter();
    } else {
        ++counts_.conversations;
        script_ = talk_->conversation();
    }
    std::ranges::reverse(script_);
    ready_ = Clock::now() + (script_.empty() ? Milliseconds(0) : script_.back().pause);
}

void Session::leave(Time now) {
    const bool by_word = lives_ % 2 == 1;
    for (const std::string& line : talk_->last_words()) {
        log('>', line);
        process_->write(line + '\n');
    }
    left_ = now;
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
        if (!left_) throw Fault("it ended: " + exit.text);
        if (exit.status != 0) throw Fault("bad exit: " + exit.text);
        counts_.late["exit"].add(Clock::now() - *left_ - TO_LEAVE);
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
    char stamp[32];
    std::snprintf(stamp, sizeof stamp, "# %.3f", time.count());
    if (mark == '>') {
        log_.emplace_back(stamp);
        log_.emplace_back(line);
    } else {
        log_.push_back(std::string(stamp) + ' ' + mark + ' ' + std::string(line));
    }
}

/// What was said stands as it was said, so that the file can be given to the engine as its input.
void Session::write_log(const std::filesystem::path& file, const std::string& fault) const {
    std::ofstream out(file);
    out << "# " << fault << '\n' << "# " << plan_.command.program;
    for (const std::string& word : plan_.command.args) out << ' ' << word;
    out << "\n# seed " << plan_.seed << ", process " << lives_ << '\n';
    for (const std::string& line : log_) out << line << '\n';
    if (!out.flush()) throw Error("'" + file.string() + "' cannot be written");
}

} // namespace agon::soak
