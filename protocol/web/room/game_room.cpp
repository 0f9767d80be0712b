#include "protocol/web/room/game_room.hpp"

#include "engine/error.hpp"
#include "engine/notation/notation.hpp"
#include "engine/quote.hpp"
#include "engine/words.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/record/fault.hpp"
#include "protocol/web/room/board_json.hpp"
#include "protocol/web/room/refusal.hpp"

#include <algorithm>

namespace agon::page {
namespace {

constexpr int MAX_FAILURES = 3;           ///< of an engine in a row, each mended by a new process
constexpr Milliseconds THOUGHTS{250};     ///< between two reports of what an engine thinks
constexpr std::size_t LONGEST_LINE = 16;  ///< actions kept of a variation
constexpr std::size_t LONGEST_TEXT = 400; ///< bytes of it
const TimeControl TASK_CONTROL{.move_time = Milliseconds(3000),
                               .nodes = 500'000}; ///< to judge an action

GameSession::Time now() { return std::chrono::system_clock::now(); }

constexpr std::size_t LONGEST_NAME = 100; ///< bytes

/// In one line; whole characters.
std::string name_text(std::string name) {
    for (char& c : name)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
    std::size_t size = std::min(name.size(), LONGEST_NAME);
    while (size < name.size() && size > 0 &&
           (static_cast<unsigned char>(name[size]) & 0xc0) == 0x80)
        --size;
    name.resize(size);
    return name;
}

GameSessionSettings session_of(const GameRoomSettings& settings, const GameHost& host) {
    GameSessionSettings session{.rules = settings.rules,
                                .first = settings.first,
                                .moves = settings.moves,
                                .played = settings.played,
                                .takes_back_moves = !settings.task};
    for (const Side side : BOTH_SIDES) {
        if (!settings.names[side].empty()) session.names[side] = name_text(settings.names[side]);
        if (const auto& chair = settings.chairs[side]) {
            session.person[side] = false;
            session.names[side] =
                chair->engine + (chair->level ? "-level-" + std::to_string(chair->level) : "");
            session.controls[side] = host.control(side);
        }
    }
    if (settings.tree) {
        session.moves.clear();
        session.rules.limits = {.repetition = 0, .no_progress = 0};
    } else {
        session.max_moves = static_cast<int>(MAX_GAME_ACTIONS / 2);
    }
    return session;
}

} // namespace

GameRoom::GameRoom(std::unique_ptr<GameHost> host, GameRoomSettings settings,
                   std::function<void()> changed, std::function<void()> reviewed)
    : host_(std::move(host)), delay_(settings.delay), changed_(std::move(changed)),
      reviewed_(std::move(reviewed)),
      chairs_(settings.chairs), names_{name_text(settings.names[0]), name_text(settings.names[1])},
      session_(session_of(settings, *host_), settings.begun.value_or(now())) {
    if (settings.tree)
        analysis_ = Analysis{AnalysisTree(settings.rules.rules, session_.game().position(),
                                          std::move(*settings.tree))};
    if (settings.task) task_.emplace(std::move(*settings.task), session_.game());
    if (settings.verdict && !analysis_ && !session_.verdict()) session_.end(*settings.verdict);
}

GameRoom::~GameRoom() = default;

void GameRoom::wake() {
    if (std::exchange(awake_, true)) return;
    proceed();
    advise();
}

void GameRoom::rest() {
    awake_ = busy_ = waiting_ = adviser_busy_ = reviewing_ = false;
    for (Seat& seat : seats_) seat = {};
    ++rests_;
}

// --- requests ------------------------------------------------------------------------------------

void GameRoom::play(std::string_view action, std::size_t ply) {
    if (analysis_) return play_line(action, ply);
    require_unfinished();
    if (ply != session_.actions().size()) throw Refusal("meanwhile", "the game has moved on");
    if (task_ && !task_->awaits_person(session_.game()))
        throw Refusal("answered", "take your action back first");
    if (!session_.awaits_person())
        throw Refusal("turn", "it is " + session_.name(session_.chooser()) + " that has to act");
    const Game before = session_.game();
    explained([&] { session_.play(action, host_->now() - asked_); });
    if (task_) task_->play(before, session_.actions().back().move);
    changed();
}

void GameRoom::require_unfinished() const {
    with_key("over", [&] { session_.require_unfinished(); });
}

void GameRoom::undo() {
    with_key("undo", [&] { session_.undo(); });
    if (task_ && task_->state() == TaskState::Missed) {
        task_->take_back(session_.game());
    } else if (task_) {
        while (session_.actions().size() > task_->begun()) session_.undo();
        task_->restart();
    }
    has_changed();
}

void GameRoom::redo() {
    if (task_) throw Refusal("task", "a task knows no 'redo'");
    with_key("redo", [&] { session_.redo(); });
    has_changed();
}

void GameRoom::resign(std::optional<Side> side) {
    if (task_) throw Refusal("task", "a task knows no 'resign'");
    require_unfinished();
    if (side)
        session_.resign(*side);
    else
        session_.resign();
    has_changed();
}

void GameRoom::solve() {
    if (!task_) throw Refusal("task", "this is no puzzle");
    with_key("task", [&] { task_->show(session_.game()); });
    proceed();
    advise();
    changed_();
}

/// By a request that is no action.
void GameRoom::has_changed() {
    if (!session_.has_person()) paused_ = true;
    changed();
}

void GameRoom::hint() {
    require_unfinished();
    with_key("turn", [&] { session_.ask_hint(); });
    advise();
    changed_();
}

void GameRoom::begin_review() {
    if (session_.actions().empty()) throw Refusal("empty", "nothing has been played yet");
    if (!review_) review_.emplace(session_.game());
    reviewing_ = true;
    advise();
    changed_();
    reviewed_();
}

void GameRoom::stop_review() {
    if (!review_) throw Refusal("review", "there is no review");
    reviewing_ = false;
    changed_();
    reviewed_();
}

void GameRoom::hurry() {
    hurried_ = session_.version();
    end_searches();
}

void GameRoom::end_searches() {
    for (const Seat& seat : seats_)
        if (seat.player) seat.player->hurry();
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
    asked_ = host_->now();
    review_.reset();
    reviewing_ = false;
    if (std::string fault = host_->keep(session_); !fault.empty()) notice_ = std::move(fault);
    proceed();
    changed_();
}

// --- a puzzle ------------------------------------------------------------------------------------

/// The other side's answer, or the next action of the solution, so that it can be followed.
void GameRoom::play_in_task() {
    const std::size_t version = session_.version();
    if (!task_->reply(session_.game()) || answering_ == version) return;
    answering_ = version;
    later(delay_, [this, version] {
        const auto move = task_->reply(session_.game());
        if (version != session_.version() || !move) return;
        session_.play(to_text(*move), Microseconds(0));
        task_->replied(session_.game());
        changed();
    });
}

/// Has the adviser search where the book does not go on.
void GameRoom::look_in_task() {
    adviser().player->look(session_.position_line(), TASK_CONTROL, 1,
                           [this, version = session_.version()](const Reply& reply) {
                               if (reply.failure) return advice_failed(*reply.failure);
                               adviser_busy_ = false;
                               if (version == session_.version()) looked_in_task(reply);
                               advise();
                           });
}

void GameRoom::looked_in_task(const Reply& reply) {
    std::vector<Move> line = legal_line(adviser().line, false);
    if (line.empty()) line = legal_line(reply.action, false);
    const Evaluation& found = reply.evaluation;
    const bool wins = found.kind == Evaluation::Kind::Mate &&
                      (found.value > 0) == (session_.chooser() == task_->side());
    std::optional<double> points;
    if (found.kind != Evaluation::Kind::None) {
        const double own = expected_points(found);
        points = session_.chooser() == task_->side() ? own : 1 - own;
    }
    if (line.empty())
        task_->give_up();
    else
        task_->looked(session_.game(), wins, std::move(line), points);
    proceed();
    changed_();
}

// --- engines -------------------------------------------------------------------------------------

/// Asks the engine that has to act, if it is an engine's turn.
void GameRoom::proceed() {
    if (awake_ && task_) {
        play_in_task();
        return advise();
    }
    if (!awake_ || paused_ || busy_ || waiting_ || !session_.awaits_engine()) return;
    const Side side = session_.chooser();
    Seat& seat = seats_[index(side)];
    busy_ = true;
    if (seat.prepared) return ask(seat, side);
    prepare(index(side), [this, &seat, side](std::optional<Failure> failure) {
        busy_ = false;
        if (failure) return failed(seat, side, *failure);
        proceed();
    });
}

void GameRoom::prepare(std::size_t number, std::function<void(std::optional<Failure>)> done) {
    Seat& seat = seats_[number];
    if (!seat.player)
        seat.player =
            host_->player(number, {.thought =
                                       [this, &seat](const Evaluation& evaluation,
                                                     std::string_view line, std::size_t rank) {
                                           if (analysis_) return found(evaluation, line, rank);
                                           if (rank > 1) return;
                                           seat.evaluation = evaluation;
                                           if (line.empty()) return;
                                           seat.line = line.substr(0, LONGEST_TEXT);
                                           if (&seat != &adviser()) tell_soon();
                                       },
                                   .warned =
                                       [this, number](const std::string& text) {
                                           notice_ = name_of(number) + ": " + text;
                                           tell_soon();
                                       }});
    seat.player->prepare([&seat, done = std::move(done)](std::optional<Failure> failure) {
        seat.prepared = !failure;
        done(std::move(failure));
    });
}

std::string GameRoom::name_of(std::size_t seat) const {
    return seat == GameHost::ADVISER ? "the adviser" : session_.name(static_cast<Side>(seat));
}

void GameRoom::ask(Seat& seat, Side side) {
    seat.line.clear();
    seat.evaluation = {};
    seat.version = session_.version();
    seat.player->ask(session_, [this, &seat, side, version = seat.version](const Reply& reply) {
        answered(seat, side, version, reply);
    });
    if (hurried_ == seat.version) seat.player->hurry(); // asked for while it was not ready yet
}

void GameRoom::answered(Seat& seat, Side side, std::size_t version, const Reply& reply) {
    busy_ = false;
    if (reply.failure) return failed(seat, side, *reply.failure);
    seat.failures = 0;
    if (version != session_.version()) return proceed(); // the game is elsewhere now
    const bool in_time = reply.suspended || host_->spend(side, reply.elapsed);
    try {
        if (in_time)
            session_.answer(reply.action, reply.elapsed, reply.evaluation);
        else
            session_.end(fault_verdict(side, {Fault::OnTime, ""}));
    } catch (const Error& error) {
        session_.end(fault_verdict(side, {Fault::Illegal, error.what()}));
    }
    waiting_ = !session_.has_person(); // a game between engines can be followed
    if (waiting_)
        later(delay_, [this, rests = rests_] {
            if (rests != rests_) return;
            waiting_ = false;
            proceed();
            changed_();
        });
    changed();
}

void GameRoom::failed(Seat& seat, Side side, const Failure& failure) {
    seat.prepared = false;
    const bool again = seat.player->has_started() && ++seat.failures < MAX_FAILURES;
    notice_ = session_.name(side) + ": " + replace_controls(failure.detail) +
              (again ? ". It has been started again." : ". The game waits; 'Resume' tries again.");
    if (!again) paused_ = true;
    proceed();
    changed_();
}

/// Gives the adviser the next thing to do: a hint, or a position of the review.
void GameRoom::advise() {
    const bool judges = task_ && task_->asks(session_.game());
    if (!awake_ || adviser_busy_ ||
        !(session_.hint_coming() || reviewing_ || judges || to_search()))
        return;
    adviser_busy_ = true;
    if (!adviser().prepared)
        return prepare(GameHost::ADVISER, [this](std::optional<Failure> failure) {
            if (failure) return advice_failed(*failure);
            adviser_busy_ = false;
            advise();
        });
    adviser().line.clear();
    if (analysis_) return search();
    if (judges) return look_in_task();
    if (!session_.hint_coming()) return look();
    adviser().player->ask(session_, [this, version = session_.version()](const Reply& reply) {
        if (reply.failure) return advice_failed(*reply.failure);
        advised(version, reply);
    });
}

void GameRoom::advice_failed(const Failure& failure) {
    adviser().prepared = adviser_busy_ = false;
    const bool judges = task_ && task_->asks(session_.game());
    const char* const what = analysis_                ? "No analysis: "
                             : judges                 ? "Nobody can judge that: "
                             : session_.hint_coming() ? "No hint: "
                                                      : "No review: ";
    notice_ = what + replace_controls(failure.detail);
    if (analysis_) analysis_->on = false;
    if (judges) task_->give_up();
    session_.withdraw_hint();
    reviewing_ = false;
    changed_();
    reviewed_();
}

void GameRoom::advised(std::size_t version, const Reply& reply) {
    adviser_busy_ = false;
    if (version == session_.version()) { // else it was asked again meanwhile, or not any more
        std::vector<Move> line = legal_line(adviser().line, false);
        if (line.empty()) line = legal_line(reply.action, false);
        session_.give_hint(version, {reply.evaluation, session_.chooser(), std::move(line)});
        changed_();
    }
    advise();
}

/// Has the adviser search the next position of the review.
void GameRoom::look() {
    const auto task = review_->next();
    if (!task) {
        adviser_busy_ = reviewing_ = false;
        changed_();
        return reviewed_();
    }
    adviser().player->look(line_at(task->ply), task->control(), 1,
                           [this, task = *task, version = session_.version()](const Reply& reply) {
                               if (reply.failure) return advice_failed(*reply.failure);
                               looked(version, task, reply);
                           });
}

void GameRoom::looked(std::size_t version, ReviewTask task, const Reply& reply) {
    adviser_busy_ = false;
    if (version == session_.version() && review_) {
        const Position& position = review_->position(task.ply);
        Finding finding{reply.evaluation, legal_line(adviser().line, position), task.deeper};
        if (finding.line.empty()) finding.line = legal_line(reply.action, position);
        if (finding.evaluation.kind == Evaluation::Kind::None)
            return advice_failed({Fault::Illegal, "the adviser gives no scores"});
        review_->found(task.ply, std::move(finding));
        if (!std::exchange(telling_review_, true))
            later(THOUGHTS, [this] {
                telling_review_ = false;
                if (review_) reviewed_();
            });
    }
    advise();
}

/// The line `position ...` after `ply` actions.
std::string GameRoom::line_at(std::size_t ply) const {
    std::string line = session_.position_line();
    for (std::size_t left = session_.game().length(); left > ply; --left)
        line.erase(line.rfind(' '));
    if (ply == 0 && session_.game().length() > 0) line.erase(line.rfind(' ')); // "moves"
    return line;
}

std::string_view GameRoom::review_state() const {
    if (!review_) return "none";
    return reviewing_ ? "running" : review_->next() ? "stopped" : "done";
}

std::optional<Advice> GameRoom::expectation() const {
    const auto& actions = session_.actions();
    const bool thinks = busy_ && seats_[index(session_.chooser())].version == session_.version();
    if (session_.verdict() || (!thinks && actions.empty())) return std::nullopt;
    const Side side = thinks ? session_.chooser() : actions.back().chooser;
    const Seat& seat = seats_[index(side)];
    if (!thinks && seat.version + 1 != session_.version()) return std::nullopt; // before an undo
    return Advice{seat.evaluation, side, legal_line(seat.line, !thinks)};
}

/// The actions of `text` as far as they are legal from here on; `after_last`: it begins with the
/// last action that was played.
std::vector<Move> GameRoom::legal_line(std::string_view text, bool after_last) const {
    if (after_last && next_word(text) != to_text(session_.actions().back().move)) return {};
    return legal_line(text, session_.game().position());
}

std::vector<Move> GameRoom::legal_line(std::string_view text, const Position& position) const {
    std::vector<Move> line;
    Game ahead(session_.rules().rules, position);
    try {
        while (!text.empty() && line.size() < LONGEST_LINE) {
            line.push_back(parse_legal_move(ahead.rules(), ahead.position(), next_word(text)));
            ahead.play(line.back());
        }
    } catch (const Error&) { // what an engine says need not be true
    }
    return line;
}

void GameRoom::tell_soon() {
    if (std::exchange(telling_, true)) return;
    later(THOUGHTS, [this] {
        telling_ = false;
        changed_();
    });
}

void GameRoom::later(Milliseconds delay, std::function<void()> action) {
    host_->later(delay, [life = std::weak_ptr(life_), action = std::move(action)] {
        if (!life.expired()) action();
    });
}

} // namespace agon::page
