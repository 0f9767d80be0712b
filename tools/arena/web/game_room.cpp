#include "tools/arena/web/game_room.hpp"

#include "engine/error.hpp"
#include "engine/record/notation.hpp"

#include <algorithm>

namespace agon::match {
namespace {

constexpr int MOST_MOVES = 2500;          ///< pairs of actions, after which it is a draw
constexpr int MOST_FAILURES = 3;          ///< of an engine in a row, each mended by a new process
constexpr Milliseconds THOUGHTS{250};     ///< between two reports of what an engine thinks
constexpr std::size_t LONGEST_LINE = 16;  ///< actions kept of a variation
constexpr std::size_t LONGEST_TEXT = 400; ///< bytes of it

Sitting::Time now() { return std::chrono::system_clock::now(); }

SittingSettings sitting_of(const GameRoomSettings& settings) {
    SittingSettings sitting{.rules = settings.rules,
                            .moves = settings.moves,
                            .takes_back_moves = true,
                            .max_moves = MOST_MOVES};
    for (const Side side : BOTH_SIDES)
        if (const auto& engine = settings.engines[index(side)]) {
            sitting.person[index(side)] = false;
            sitting.names[index(side)] = engine->name;
            sitting.controls[index(side)] = engine->time_control;
        }
    return sitting;
}

} // namespace

GameRoom::GameRoom(boost::asio::io_context& loop, GameRoomSettings settings,
                   std::function<void()> changed)
    : loop_(loop), settings_(std::move(settings)), changed_(std::move(changed)),
      sitting_(sitting_of(settings_), now()), clocks_{Clock(sitting_.controls()[0]),
                                                      Clock(sitting_.controls()[1])},
      keeper_({}, {settings_.engines[0].value_or(EngineConfig{}),
                   settings_.engines[1].value_or(EngineConfig{})}),
      delay_(loop), telling_timer_(loop) {}

GameRoom::~GameRoom() = default;

void GameRoom::wake() {
    if (std::exchange(awake_, true)) return;
    proceed();
    advise();
}

void GameRoom::rest() {
    awake_ = busy_ = waiting_ = adviser_busy_ = false;
    for (Seat& seat : seats_) seat = {};
    delay_.cancel();
}

// --- requests ------------------------------------------------------------------------------------

void GameRoom::play(std::string_view action, std::size_t ply) {
    sitting_.require_unfinished();
    if (ply != sitting_.actions().size()) throw Error("the game has gone on meanwhile");
    const auto elapsed = std::chrono::steady_clock::now() - asked_;
    sitting_.play(action, std::chrono::duration_cast<Microseconds>(elapsed));
    changed();
}

void GameRoom::change(void (Sitting::*what)()) {
    (sitting_.*what)();
    if (!sitting_.has_person()) paused_ = true;
    changed();
}

void GameRoom::hint() {
    sitting_.ask_hint();
    advise();
    changed_();
}

void GameRoom::hurry() {
    hurried_ = sitting_.version();
    end_searches();
}

void GameRoom::end_searches() {
    for (const Seat& seat : seats_)
        if (seat.engine) seat.engine->hurry();
}

void GameRoom::pause() {
    paused_ = true;
    changed_();
}

void GameRoom::go_on() {
    paused_ = false;
    notice_.clear();
    for (Seat& seat : seats_) seat.failures = 0;
    proceed();
    changed_();
}

/// After each change of the game.
void GameRoom::changed() {
    if (busy_) end_searches(); // it thinks about an earlier position
    asked_ = std::chrono::steady_clock::now();
    if (std::string fault = sitting_.keep(keeper_, now()); !fault.empty())
        notice_ = std::move(fault);
    proceed();
    changed_();
}

// --- engines -------------------------------------------------------------------------------------

/// Asks the engine that has to act, if it is an engine's turn.
void GameRoom::proceed() {
    if (!awake_ || paused_ || busy_ || waiting_ || !sitting_.awaits_engine()) return;
    const Side side = sitting_.chooser();
    Seat& seat = seats_[index(side)];
    busy_ = true;
    if (seat.prepared) return ask(seat, side);
    prepare(seat, *settings_.engines[index(side)], [this, &seat](std::optional<Failure> failure) {
        busy_ = false;
        if (failure) return failed(seat, *failure);
        proceed();
    });
}

void GameRoom::prepare(Seat& seat, const EngineConfig& config, TextEngine::Prepared done) {
    if (!seat.engine)
        seat.engine = std::make_unique<TextEngine>(loop_, config, settings_.rules.options(), *this);
    seat.engine->prepare([&seat, done = std::move(done)](std::optional<Failure> failure) {
        seat.prepared = !failure;
        done(std::move(failure));
    });
}

void GameRoom::ask(Seat& seat, Side side) {
    seat.line.clear();
    seat.evaluation = {};
    seat.version = sitting_.version();
    const std::string go =
        go_text(seat.engine->config().dialect, side, clocks_, sitting_.controls());
    seat.engine->ask({sitting_.position_line(), go, clocks_[index(side)].budget()},
                     [this, &seat, side, version = seat.version](const Answer& answer) {
                         answered(seat, side, version, answer);
                     });
    if (hurried_ == seat.version) seat.engine->hurry(); // asked for while it was not ready yet
}

void GameRoom::answered(Seat& seat, Side side, std::size_t version, const Answer& answer) {
    busy_ = false;
    if (answer.failure) return failed(seat, *answer.failure);
    seat.failures = 0;
    if (version != sitting_.version()) return proceed(); // the game is elsewhere now
    const bool in_time = clocks_[index(side)].spend(answer.elapsed);
    try {
        if (in_time)
            sitting_.answer(answer.move.best, answer.elapsed, answer.evaluation);
        else
            sitting_.end(fault_verdict(side, {Fault::OnTime, ""}));
    } catch (const Error& error) {
        sitting_.end(fault_verdict(side, {Fault::Illegal, error.what()}));
    }
    waiting_ = !sitting_.has_person(); // a game between engines can be followed
    if (waiting_)
        later(delay_, settings_.delay, [this] {
            waiting_ = false;
            proceed();
            changed_();
        });
    changed();
}

void GameRoom::failed(Seat& seat, const Failure& failure) {
    seat.prepared = false;
    const bool again = seat.engine->has_started() && ++seat.failures < MOST_FAILURES;
    notice_ = seat.engine->name() + ": " + replace_controls(failure.detail) +
              (again ? ". It has been started again." : ". The game waits; 'Go on' tries again.");
    if (!again) paused_ = true;
    proceed();
    changed_();
}

void GameRoom::advise() {
    if (!awake_ || !sitting_.hint_coming() || adviser_busy_) return;
    adviser_busy_ = true;
    const auto failed = [this](const Failure& failure) {
        adviser().prepared = adviser_busy_ = false;
        sitting_.withdraw_hint();
        notice_ = "No hint: " + replace_controls(failure.detail);
        changed_();
    };
    if (!adviser().prepared)
        return prepare(adviser(), settings_.adviser,
                       [this, failed](std::optional<Failure> failure) {
                           if (failure) return failed(*failure);
                           adviser_busy_ = false;
                           advise();
                       });
    const TimeControl& limits = settings_.adviser.time_control;
    const std::array<Clock, 2> clocks{Clock(limits), Clock(limits)};
    adviser().line.clear();
    adviser().engine->ask(
        {sitting_.position_line(),
         go_text(settings_.adviser.dialect, sitting_.chooser(), clocks, {limits, limits}),
         clocks[0].budget()},
        [this, failed, version = sitting_.version()](const Answer& answer) {
            if (answer.failure) return failed(*answer.failure);
            advised(version, answer);
        });
}

void GameRoom::advised(std::size_t version, const Answer& answer) {
    adviser_busy_ = false;
    if (version != sitting_.version()) return advise(); // asked again meanwhile, or not any more
    std::vector<Move> line = legal_line(adviser().line, false);
    if (line.empty()) line = legal_line(answer.move.best, false);
    sitting_.give_hint(version, {answer.evaluation, sitting_.chooser(), std::move(line)});
    changed_();
}

std::optional<Advice> GameRoom::expectation() const {
    const auto& actions = sitting_.actions();
    const bool thinks = busy_ && seats_[index(sitting_.chooser())].version == sitting_.version();
    if (sitting_.verdict() || (!thinks && actions.empty())) return std::nullopt;
    const Side side = thinks ? sitting_.chooser() : actions.back().chooser;
    const Seat& seat = seats_[index(side)];
    if (!thinks && seat.version + 1 != sitting_.version()) return std::nullopt; // before an undo
    return Advice{seat.evaluation, side, legal_line(seat.line, !thinks)};
}

/// The actions of `text` as far as they are legal from here on; `after_last`: it begins with the
/// last action that was played.
std::vector<Move> GameRoom::legal_line(std::string_view text, bool after_last) const {
    std::vector<Move> line;
    if (after_last && next_word(text) != to_text(sitting_.actions().back().move)) return line;
    Game ahead(sitting_.rules().rules, sitting_.game().position());
    try {
        while (!text.empty() && line.size() < LONGEST_LINE) {
            line.push_back(parse_legal_move(ahead.rules(), ahead.position(), next_word(text)));
            ahead.play(line.back());
        }
    } catch (const Error&) { // what an engine says need not be true
    }
    return line;
}

void GameRoom::received(const TextEngine& engine, std::string_view line) {
    const auto seat = std::ranges::find_if(
        seats_, [&](const Seat& each) { return each.engine.get() == &engine; });
    if (seat == seats_.end()) return;
    const std::string_view line_ahead = read_info(line, seat->evaluation);
    if (line_ahead.empty()) return;
    seat->line = line_ahead.substr(0, LONGEST_TEXT);
    if (seat != seats_.end() - 1) tell_soon();
}

void GameRoom::warned(const TextEngine& engine, std::string_view text) {
    notice_ = engine.name() + ": " + std::string(text);
    tell_soon();
}

void GameRoom::tell_soon() {
    if (std::exchange(telling_, true)) return;
    later(telling_timer_, THOUGHTS, [this] {
        telling_ = false;
        changed_();
    });
}

void GameRoom::later(boost::asio::steady_timer& timer, Milliseconds delay,
                     std::function<void()> action) {
    timer.expires_after(delay);
    timer.async_wait([life = std::weak_ptr(life_),
                      action = std::move(action)](const boost::system::error_code& stopped) {
        if (!stopped && !life.expired()) action();
    });
}

} // namespace agon::match
