#include "tools/arena/web/game_room.hpp"

#include "engine/error.hpp"
#include "engine/record/notation.hpp"
#include "engine/record/record.hpp"

#include <algorithm>

namespace agon::match {
namespace {

constexpr const char* PERSON = "person";
constexpr int MOST_FAILURES = 3;          ///< of an engine in a row, each mended by a new process
constexpr Milliseconds THOUGHTS{250};     ///< between two reports of what an engine thinks
constexpr std::size_t LONGEST_LINE = 16;  ///< actions kept of a variation
constexpr std::size_t LONGEST_TEXT = 400; ///< bytes of it

EngineConfig player(const GameRoomSettings& settings, Side side) {
    EngineConfig config;
    config.name = PERSON;
    if (const auto& engine = settings.engines[index(side)]) config = *engine;
    const auto& other = settings.engines[index(~side)];
    if ((other ? other->name : PERSON) == config.name)
        config.name += side == Side::White ? "-1" : "-2";
    return config;
}

/// The actions after `pv` of an info line about the first variation; empty for other lines.
std::string_view variation(std::string_view line) {
    if (next_word(line) != "info") return {};
    while (!line.empty()) {
        const std::string_view word = next_word(line);
        if (word == "string" || (word == "multipv" && next_word(line) != "1")) return {};
        if (word == "pv") return line.substr(0, LONGEST_TEXT);
    }
    return {};
}

} // namespace

GameRoom::GameRoom(boost::asio::io_context& loop, GameRoomSettings settings,
                   std::function<void()> changed)
    : loop_(loop), settings_(std::move(settings)),
      changed_(std::move(changed)), adjudication_{.max_moves = MOST_MOVES,
                                                  .draw = {},
                                                  .resign = {}},
      keeper_({}, {player(settings_, Side::White), player(settings_, Side::Black)}), delay_(loop),
      telling_timer_(loop) {
    for (const Side side : BOTH_SIDES) {
        const EngineConfig config = player(settings_, side);
        names_[index(side)] = config.name;
        clocks_[index(side)] = Clock(config.time_control);
    }
    restart_referee();
    for (const std::string& move : settings_.moves) {
        if (referee_->verdict())
            throw Error("the game is over before " + replace_controls(move.substr(0, 10)));
        const Side side = referee_->chooser();
        actions_.push_back({referee_->play(move), side, {}, Microseconds(0), true});
    }
    verdict_ = referee_->verdict();
}

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
    require_unfinished();
    if (ply != actions_.size()) throw Error("the game has gone on meanwhile");
    if (!awaits_person()) throw Error("it is " + name(game().chooser()) + " that has to act");
    const Side side = game().chooser();
    const auto elapsed =
        std::chrono::duration_cast<Microseconds>(std::chrono::steady_clock::now() - asked_);
    actions_.push_back({referee_->play(action), side, {}, elapsed});
    taken_back_.clear();
    changed_to(referee_->verdict());
}

void GameRoom::undo() {
    if (verdict_ && !referee_->verdict()) { // resigned, or an engine's fault
        return changed_to(std::nullopt);
    }
    const bool people = is_person(Side::White) || is_person(Side::Black);
    const auto last = std::find_if(actions_.rbegin(), actions_.rend(), [&](const ActionRecord& a) {
        return !people || is_person(a.chooser);
    });
    if (last == actions_.rend()) throw Error("there is nothing to take back");
    if (!people) paused_ = true;
    for (auto count = last - actions_.rbegin() + 1; count > 0; --count) {
        taken_back_.push_back(std::move(actions_.back()));
        actions_.pop_back();
    }
    restart_referee();
    for (const ActionRecord& action : actions_) (void)referee_->play(to_text(action.move));
    changed_to(referee_->verdict());
}

void GameRoom::redo() {
    if (taken_back_.empty()) throw Error("there is nothing to play again");
    do {
        (void)referee_->play(to_text(taken_back_.back().move));
        actions_.push_back(std::move(taken_back_.back()));
        taken_back_.pop_back();
    } while (!taken_back_.empty() && !is_person(game().chooser()) && !paused_);
    changed_to(referee_->verdict());
}

void GameRoom::resign() {
    require_unfinished();
    const Side side = is_person(game().chooser()) ? game().chooser() : ~game().chooser();
    if (!is_person(side)) throw Error("nobody plays here");
    changed_to(Verdict{win_of(~side), Termination::Normal, capital_name(side) + " resigns", {}});
}

void GameRoom::hint() {
    if (!awaits_person()) throw Error("hints are for a person who has to act");
    hint_wanted_ = true;
    advise();
    changed_();
}

void GameRoom::hurry() {
    hurried_ = version_;
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

// --- the game ------------------------------------------------------------------------------------

bool GameRoom::awaits_person() const { return !verdict_ && is_person(game().chooser()); }

void GameRoom::require_unfinished() const {
    if (verdict_) throw Error("the game is over");
}

void GameRoom::restart_referee() {
    referee_ = std::make_unique<Referee>(settings_.rules.rules, settings_.rules.start(),
                                         settings_.rules.limits, true, adjudication_);
}

/// After each change of the position or of its verdict.
void GameRoom::changed_to(std::optional<Verdict> verdict) {
    ++version_;
    hint_.reset();
    hint_wanted_ = false;
    verdict_ = std::move(verdict);
    if (busy_) end_searches(); // it thinks about an earlier position
    asked_ = std::chrono::steady_clock::now();
    keep();
    proceed();
    changed_();
}

/// A person's is empty.
std::array<TimeControl, 2> GameRoom::controls() const {
    std::array<TimeControl, 2> controls;
    for (const Side side : BOTH_SIDES)
        if (const auto& engine = settings_.engines[index(side)])
            controls[index(side)] = engine->time_control;
    return controls;
}

GameRecord GameRoom::record() const {
    GameRecord record;
    record.names = names_;
    record.controls = controls();
    record.first = settings_.rules.start();
    record.actions = actions_;
    record.last = game().position();
    record.verdict = verdict_.value_or(
        Verdict{Result::Unfinished, Termination::Unterminated, "Game broken off", std::nullopt});
    record.begun = begun_;
    record.ended = std::chrono::system_clock::now();
    return record;
}

void GameRoom::keep() {
    try {
        keeper_.keep(record(), settings_.rules);
    } catch (const std::exception& error) { // a full disk must not end the game
        notice_ = error.what();
    }
}

// --- engines -------------------------------------------------------------------------------------

/// Asks the engine that has to act, if it is an engine's turn.
void GameRoom::proceed() {
    if (!awake_ || paused_ || busy_ || waiting_ || verdict_ || is_person(game().chooser())) return;
    const Side side = game().chooser();
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
    seat.position = version_;
    const std::string go = go_text(seat.engine->config().dialect, side, clocks_, controls());
    seat.engine->ask({referee_->position_line(), go, clocks_[index(side)].budget()},
                     [this, &seat, side, version = version_](const Answer& answer) {
                         answered(seat, side, version, answer);
                     });
    if (hurried_ == version_) seat.engine->hurry(); // asked for while it was not ready yet
}

void GameRoom::answered(Seat& seat, Side side, std::size_t version, const Answer& answer) {
    busy_ = false;
    if (answer.failure) return failed(seat, *answer.failure);
    seat.failures = 0;
    if (version != version_) return proceed(); // the game is elsewhere now
    if (!clocks_[index(side)].spend(answer.elapsed))
        return changed_to(fault_verdict(side, {Fault::OnTime, ""}));
    try {
        actions_.push_back(
            {referee_->play(answer.move.best), side, answer.evaluation, answer.elapsed});
    } catch (const Error& error) {
        return changed_to(fault_verdict(side, {Fault::Illegal, error.what()}));
    }
    taken_back_.clear();
    wait_then_proceed();
    changed_to(referee_->verdict());
}

/// A game between engines is shown at a pace at which it can be followed.
void GameRoom::wait_then_proceed() {
    if (is_person(Side::White) || is_person(Side::Black)) return;
    waiting_ = true;
    later(delay_, settings_.delay, [this] {
        waiting_ = false;
        proceed();
        changed_();
    });
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
    if (!awake_ || !hint_wanted_ || hint_ || adviser_busy_) return;
    adviser_busy_ = true;
    const auto failed = [this](const Failure& failure) {
        adviser().prepared = adviser_busy_ = hint_wanted_ = false;
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
        {referee_->position_line(),
         go_text(settings_.adviser.dialect, game().chooser(), clocks, {limits, limits}),
         clocks[0].budget()},
        [this, failed, version = version_](const Answer& answer) {
            if (answer.failure) return failed(*answer.failure);
            advised(version, answer);
        });
}

void GameRoom::advised(std::size_t version, const Answer& answer) {
    adviser_busy_ = false;
    if (version != version_) return advise(); // asked again meanwhile, or not wanted any more
    hint_ = Advice{answer.evaluation, game().chooser(), legal_line(adviser().line, false)};
    if (hint_->line.empty()) hint_->line = legal_line(answer.move.best, false);
    changed_();
}

std::optional<Advice> GameRoom::expectation() const {
    if (verdict_) return std::nullopt;
    const Side acts = game().chooser();
    if (busy_ && seats_[index(acts)].position == version_) {
        const Seat& seat = seats_[index(acts)];
        return Advice{seat.evaluation, acts, legal_line(seat.line, false)};
    }
    if (actions_.empty() || is_person(actions_.back().chooser)) return std::nullopt;
    const Side acted = actions_.back().chooser;
    const Seat& seat = seats_[index(acted)];
    if (seat.position + 1 != version_) return std::nullopt; // it was asked before an undo
    return Advice{actions_.back().evaluation, acted, legal_line(seat.line, true)};
}

/// The actions of `text` as far as they are legal from here on; `after_last`: it begins with the
/// last action that was played.
std::vector<Move> GameRoom::legal_line(std::string_view text, bool after_last) const {
    std::vector<Move> line;
    if (after_last && next_word(text) != to_text(actions_.back().move)) return line;
    Game ahead(settings_.rules.rules, game().position());
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
    const std::string_view text = variation(line);
    if (seat == seats_.end() || text.empty()) return;
    seat->line = text;
    read_info(line, seat->evaluation);
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
