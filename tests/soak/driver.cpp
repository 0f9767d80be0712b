#include "tests/soak/driver.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace agon::soak {
namespace {

constexpr int LONGEST_GAME = 160;

bool uses_captured_piece(std::string_view line, const Board& board) {
    for (const naive::Cell cell : board.state.captured)
        if (line.substr(std::string_view("bestmove ").size()).starts_with(naive::name(cell)))
            return true;
    return false;
}

std::string setting(const std::string& name, const std::string& value) {
    return "setoption name " + name + (value.empty() ? "" : " value " + value);
}

} // namespace

std::string_view name(Protocol protocol) { return protocol == Protocol::Uci ? "uci" : "ugi"; }

Driver::Driver(Protocol protocol, std::uint64_t seed, DriverSettings settings, Counts& counts)
    : settings_(settings), counts_(counts), answers_(settings.margin, counts),
      ugi_(protocol == Protocol::Ugi), random_(seed),
      game_(naive::preset(variant_), naive::setup_text("standard")) {}

std::string Driver::start_text() const {
    return naive::setup_text(setup_ == "preset" ? naive::get(naive::preset(variant_), "setup")
                                                : setup_);
}

Milliseconds Driver::pause(int most) {
    return Milliseconds(random_.below(static_cast<std::size_t>(most) + 1));
}

void Driver::put(Script& script, Step step) { script.push_back(std::move(step)); }

void Driver::send(Script& script, const std::string& line, Milliseconds before) const {
    put(script, {.line = line, .pause = before});
}

void Driver::is_ready(Script& script, Milliseconds before) const {
    put(script, {.line = "isready", .signal = Step::Signal::IsReady, .pause = before});
}

Script Driver::greeting() {
    const std::string hello = ugi_ ? "ugi" : "uci";
    ExpectedAnswer expected = expect_line(hello, hello + "ok");
    expected.kind = "start";
    expected.bound = start_time;
    return {{.line = hello, .expected = std::move(expected)}};
}

Script Driver::reset() {
    Script script;
    for (const Setting& usual : options_.usual()) set_option(script, usual, Milliseconds(0));
    limits_ = settings_.plain ? DrawLimits{0, 0} : DrawLimits{};
    send_limits(script);
    variant_ = "classic";
    setup_ = "preset";
    send(script, setting("UCI_Variant", variant_));
    send(script, setting("Setup", setup_));
    new_game(script);
    position(script);
    put(script, {.line = "go depth 4", .expected = expect_search("go depth 4", "", std::nullopt)});
    is_ready(script, Milliseconds(0));
    put(script, {.settles = true, .takes_sample = true});
    other_game(script);
    return script;
}

void Driver::new_game(Script& script) {
    send(script, ugi_ ? "uginewgame" : "ucinewgame");
    game_ = NaiveGame(naive::preset(variant_), start_text());
}

void Driver::send_limits(Script& script) {
    if (options_.has("RepetitionLimit"))
        send(script, setting("RepetitionLimit", std::to_string(limits_.repetition)));
    if (options_.has("NoProgressLimit"))
        send(script, setting("NoProgressLimit", std::to_string(limits_.no_progress)));
}

/// Both options start a new game.
void Driver::other_rules(Script& script) {
    if (options_.has("UCI_Variant") && random_.percent(70)) {
        variant_ = random_.pick(options_.choices("UCI_Variant"));
        send(script, setting("UCI_Variant", variant_));
    }
    if (options_.has("Setup") && random_.percent(40)) {
        setup_ = random_.pick(options_.choices("Setup"));
        send(script, setting("Setup", setup_));
    }
    game_ = NaiveGame(naive::preset(variant_), start_text());
}

void Driver::other_game(Script& script) {
    other_rules(script);
    if (random_.percent(80)) new_game(script);
    if (!settings_.plain && random_.percent(40)) {
        limits_.repetition = random_.pick(std::array{0, 2, 3});
        limits_.no_progress = random_.pick(std::array{0, 20, 100});
        send_limits(script);
    }
    // Captures and relocations are frequent only in the middle of a game.
    for (auto plies = random_.below(60); plies > 0 && !over(); --plies)
        game_.play(game_.choose(random_));
    position(script);
}

void Driver::play_on() {
    for (auto plies = random_.below(6); plies > 0 && !over(); --plies)
        game_.play(game_.choose(random_));
}

void Driver::position(Script& script) {
    refused_ = false;
    std::string words = game_.as_command();
    const std::string fen = "fen " + start_text();
    if (words.starts_with(fen) && random_.percent(70))
        words = "startpos" + words.substr(fen.size());
    send(script, "position " + words);
}

void Driver::set_option(Script& script, const Setting& option, Milliseconds before) {
    put(script, {.line = setting(option.name, option.value),
                 .pause = before,
                 .changes_table = option.name == "Hash"});
}

void Driver::option(Script& script) {
    if (const auto any = options_.any(random_)) set_option(script, *any, pause(20));
}

ExpectedAnswer Driver::expect_search(const std::string& words, const std::string& kind,
                                     std::optional<Milliseconds> bound) {
    const BoardPtr now = board();
    // After a refused `position`, `go` may say that it searches the position before.
    const bool reminds = std::exchange(refused_, false);
    const auto take = [this, now, reminds](std::string_view line) {
        if (reminds && line.starts_with("info string ")) return Taken::Part;
        if (!line.starts_with("bestmove")) return Taken::Nothing;
        check_bestmove(line, *now, {}, info_, {!ugi_, !settings_.plain});
        info_ = {};
        counts_.finished += now->finished() ? 1 : 0;
        counts_.relocations += uses_captured_piece(line, *now) ? 1 : 0;
        return Taken::Whole;
    };
    if (over()) bound = Milliseconds(0);
    return {.asked = words,
            .kind = over() ? "at once" : kind,
            .take = take,
            .bound = [bound] { return bound; },
            .search = true};
}

Driver::Go Driver::timed_go() {
    const auto number = [&](const auto& values) { return std::to_string(random_.pick(values)); };
    std::string words = "go";
    std::string kind;
    std::optional<Milliseconds> bound;
    switch (random_.below(6)) {
    case 0:
    case 1:
        bound = Milliseconds(random_.pick(std::array{0, 1, 10, 30, 60, 120, 250}));
        kind = bound->count() == 0 ? "at once" : "movetime";
        words += " movetime " + std::to_string(bound->count());
        break;
    case 2:
    case 3: {
        constexpr std::array CLOCKS{-20, 0, 10, 40, 150, 500, 1500};
        const int white = random_.pick(CLOCKS);
        const int black = random_.pick(CLOCKS);
        words += (ugi_ ? " p1time " : " wtime ") + std::to_string(white) +
                 (ugi_ ? " p2time " : " btime ") + std::to_string(black);
        if (random_.percent(50))
            words += (ugi_ ? " p1inc " : " winc ") + number(std::array{0, 20, 200}) +
                     (ugi_ ? " p2inc " : " binc ") + number(std::array{0, 20, 200});
        if (random_.percent(20)) words += " movestogo " + number(std::array{0, 1, 5, 40});
        bound = Milliseconds(std::max(0, game_.chooser() == 'w' ? white : black));
        kind = bound->count() == 0 ? "at once" : "clock";
        break;
    }
    case 4: words += " nodes " + number(std::array{0, 1, 100, 3000, 20000}); break;
    default: words += " depth " + number(std::array{0, 1, 2, 3, 4}); break;
    }
    Go go{words, expect_search(words, kind, bound)};
    if (!settings_.plain && random_.percent(10)) restrict_moves(go);
    return go;
}

void Driver::restrict_moves(Go& go) {
    if (over()) return;
    std::vector<std::string> allowed;
    for (auto count = 1 + random_.below(3); count > 0; --count)
        allowed.push_back(random_.pick(game_.legal()));
    go.words += " searchmoves";
    for (const std::string& action : allowed) go.words += ' ' + action;
    go.expected.asked = go.words;
    go.expected.take = [this, now = board(), allowed,
                        whole = go.expected.take](std::string_view line) {
        if (line.starts_with("bestmove"))
            check_bestmove(line, *now, allowed, info_, {!ugi_, false});
        return whole(line);
    };
}

Driver::Go Driver::with_ponder(Go go) const {
    go.words += " ponder";
    go.expected.asked = go.words;
    go.expected.ponders = true;
    if (go.expected.kind == "at once") go.expected.kind = "ponderhit";
    return go;
}

void Driver::timed(Script& script) {
    Go go = timed_go();
    const bool stops = random_.percent(15);
    put(script, {.line = go.words, .expected = std::move(go.expected)});
    if (random_.percent(30)) is_ready(script, pause(50));
    if (stops) put(script, {.line = "stop", .signal = Step::Signal::Stop, .pause = pause(40)});
}

void Driver::endless(Script& script) {
    ExpectedAnswer expected = expect_search("go infinite", "", std::nullopt);
    expected.endless = true;
    put(script, {.line = expected.asked, .expected = std::move(expected)});
    if (random_.percent(30)) is_ready(script, pause(50));
    if (random_.percent(20))
        put(script, {.line = "ponderhit", .signal = Step::Signal::PonderHit, .pause = pause(30)});
    put(script, {.line = "stop", .signal = Step::Signal::Stop, .pause = pause(250)});
}

void Driver::ponder(Script& script) {
    Go go = with_ponder(timed_go());
    put(script, {.line = go.words, .expected = std::move(go.expected)});
    if (random_.percent(30)) is_ready(script, pause(50));
    if (random_.percent(70))
        put(script, {.line = "ponderhit", .signal = Step::Signal::PonderHit, .pause = pause(200)});
    else
        put(script, {.line = "stop", .signal = Step::Signal::Stop, .pause = pause(200)});
}

void Driver::storm_step(Script& script) {
    const auto before = random_.percent(50) ? Milliseconds(0) : pause(50);
    const auto search = [&](Go go) {
        ++stoppable_;
        put(script, {.line = go.words, .expected = std::move(go.expected), .pause = before});
    };
    switch (random_.below(15)) {
    case 0:
    case 1:
    case 2: return search(timed_go());
    case 3: {
        ExpectedAnswer expected = expect_search("go infinite", "", std::nullopt);
        expected.endless = true;
        return search({expected.asked, expected});
    }
    case 4:
        // Only one at a time, so that it is certain which search a ponderhit is for.
        if (!pondered_) search(with_ponder(timed_go()));
        pondered_ = true;
        return;
    case 5: play_on(); return position(script);
    case 6: return other_game(script);
    case 7: return option(script);
    case 8:
        new_game(script);
        // Some engines keep the position in a new game.
        return settings_.plain ? position(script) : void();
    case 9: return is_ready(script, before);
    case 10: return put(script, {.line = "stop", .signal = Step::Signal::Stop, .pause = before});
    case 11:
        return put(script,
                   {.line = "ponderhit", .signal = Step::Signal::PonderHit, .pause = before});
    case 12: {
        NaiveGame ahead = game_; // a refused line must leave none of its actions on the board
        if (!over()) ahead.play(ahead.choose(random_));
        refused_ = true;
        const std::string line =
            "position " + ahead.as_command() + (ahead.length() == 0 ? " moves" : "") + " a1l11";
        return put(script, {.line = line, .expected = expect_complaint(line), .pause = before});
    }
    default: break;
    }
    if (settings_.plain) return;
    if (ugi_ && random_.percent(60)) {
        const std::string what =
            random_.pick(std::array{"gameover", "p1turn", "result", "legalmoves", "fen"});
        return put(script, {.line = "query " + what, .expected = expect_query(board(), what)});
    }
    if (random_.percent(70)) return put(script, {.line = "d", .expected = expect_display(board())});
    ++stoppable_;
    put(script, {.line = "perft 1", .expected = expect_perft(board())});
}

void Driver::storm(Script& script) {
    stoppable_ = 0;
    pondered_ = false;
    for (auto steps = 3 + random_.below(8); steps > 0; --steps) storm_step(script);
    for (int i = 0; i < stoppable_; ++i)
        put(script, {.line = "stop",
                     .signal = i + 1 < stoppable_ ? Step::Signal::Stop : Step::Signal::StopAll,
                     .pause = i == 0 ? pause(150) : Milliseconds(0)});
    is_ready(script, Milliseconds(0));
}

Script Driver::episode() {
    Script script;
    if (over() || game_.length() > LONGEST_GAME || random_.percent(5)) {
        other_game(script);
    } else {
        play_on();
        position(script);
    }
    if (random_.percent(20)) option(script);
    is_ready(script, Milliseconds(0));
    // What follows is timed; clearing the table must not count.
    put(script, {.settles = true});
    switch (random_.below(10)) {
    case 0:
    case 1:
    case 2: timed(script); break;
    case 3:
    case 4: endless(script); break;
    case 5: ponder(script); break;
    default: storm(script); break;
    }
    return script;
}

std::vector<std::string> Driver::parting_lines() {
    if (random_.percent(30)) return {};
    if (random_.percent(30)) return {"go infinite", "go ponder", "go movetime 5000"};
    return {random_.percent(50) ? "go infinite" : "go movetime 3000"};
}

void Driver::sent(const Step& step, Time now) {
    using enum Step::Signal;
    if (!step.line.empty()) ++counts_.commands;
    if (step.settles) answers_.rest();
    if (step.changes_table) answers_.table_changes();
    if (step.expected) {
        counts_.searches += step.expected->search ? 1 : 0;
        answers_.push(*step.expected, now);
    }
    if (step.signal == Stop) answers_.stop(now);
    if (step.signal == StopAll) answers_.stop_all(now);
    if (step.signal == PonderHit) answers_.ponderhit(now);
    counts_.stops += step.signal == Stop || step.signal == StopAll ? 1 : 0;
    counts_.ponderhits += step.signal == PonderHit ? 1 : 0;
    if (step.signal == Step::Signal::IsReady) readies_.push_back(now);
}

void Driver::receive(std::string_view line, Time now) {
    if (line == "readyok") {
        if (readies_.empty()) throw Fault("unasked answer: 'readyok'");
        const Time asked = readies_.front();
        readies_.pop_front();
        return answers_.count("readyok", "isready", asked, now);
    }
    if (line.starts_with("option ")) return options_.receive(line);
    if (line.starts_with("id ")) return;
    if (line.starts_with("info ") && !line.starts_with("info string ")) return info_.receive(line);
    answers_.receive(line, now);
}

void Driver::check(Time now) const {
    answers_.check(now);
    if (!readies_.empty() && now > readies_.front() + answers_.margin())
        throw Fault("late answer: none to 'isready'");
}

} // namespace agon::soak
