#include "tools/match/commands/replay_search.hpp"

#include "engine/error.hpp"

#include <iostream>

namespace agon::match {
namespace {

constexpr std::chrono::hours PATIENCE{24}; // where no time is set; the user can end it before
constexpr Milliseconds OVERHEAD{1000};     // of an answer beyond its time

class Printer : public Traffic {
public:
    explicit Printer(std::ostream& out) : out_(out) {}

    void sent(const TextEngine&, std::string_view line) override {
        asked_ = asked_ || line.starts_with("go");
        if (asked_ && line != "quit") out_ << "> " << line << std::endl;
    }
    void received(const TextEngine&, std::string_view line) override {
        if (asked_) out_ << "< " << line << std::endl;
    }
    void wrote_error(const TextEngine&, std::string_view line) override {
        out_ << "! " << line << std::endl;
    }
    void warned(const TextEngine& engine, std::string_view text) override {
        std::cerr << engine.name() << ": " << text << std::endl;
    }

private:
    std::ostream& out_;
    bool asked_ = false;
};

Question question_of(const Replay& replay) {
    const std::array<TimeControl, 2> limits{replay.limit, replay.limit};
    const std::array<Clock, 2> clocks{Clock(replay.limit), Clock(replay.limit)};
    Question question{replay.position_line,
                      go_text(replay.engine.dialect, replay.side, clocks, limits), PATIENCE};
    if (replay.limit.move_time) question.budget = *replay.limit.move_time + OVERHEAD;
    return question;
}

} // namespace

Answer search_again(const Replay& replay, std::ostream& out) {
    boost::asio::io_context loop;
    Printer printer(out);
    TextEngine engine(loop, replay.engine, replay.match_options, printer);
    Answer found;
    engine.prepare([&](std::optional<Failure> failure) {
        if (failure) {
            found.failure = std::move(failure);
            return;
        }
        engine.ask(question_of(replay), [&](Answer answer) {
            found = std::move(answer);
            engine.quit([] {});
        });
    });
    loop.run();
    if (found.failure) throw Error("engine " + replay.engine.name + ": " + found.failure->detail);
    return found;
}

} // namespace agon::match
