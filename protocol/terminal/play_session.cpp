#include "protocol/terminal/play_session.hpp"

#include "engine/draw/diagram.hpp"
#include "engine/draw/rules_page.hpp"
#include "engine/error.hpp"
#include "engine/game/movegen.hpp"
#include "engine/record/notation.hpp"
#include "engine/record/record.hpp"
#include "engine/record/referee.hpp"
#include "protocol/cli/options.hpp"
#include "protocol/cli/terminal.hpp"
#include "protocol/session/describe.hpp"
#include "protocol/session/tokens.hpp"
#include "protocol/terminal/action_text.hpp"
#include "protocol/terminal/watched_openings.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <map>
#include <thread>

namespace agon::protocol {
namespace {

constexpr const char* PERSON = "person";
constexpr int FIRST_BOARD = 4; ///< times as long as the others, to read the introduction

/// Keeps the last exact report of a search's best line.
class LastReport final : public search::Listener {
public:
    void on_info(const search::Info& report) override {
        if (report.line != 1 || report.bound != search::Bound::Exact) return;
        info = report;
        line.assign(report.line_moves.begin(), report.line_moves.end());
        info.line_moves = {};
    }
    search::Info info;
    std::vector<Move> line;
};

Evaluation evaluation_of(const search::Info& info) {
    const bool mate = search::is_decisive(info.score);
    return {.kind = mate ? Evaluation::Kind::Mate : Evaluation::Kind::Centipawns,
            .value = mate ? search::mate_number(info.score) : info.score,
            .depth = info.depth,
            .seldepth = info.selective_depth,
            .nodes = info.nodes};
}

Microseconds since(const search::Clock& clock, search::Clock::TimePoint begin) {
    return std::chrono::duration_cast<Microseconds>(clock.now() - begin);
}

} // namespace

const std::array<PlaySession::CommandRow, 13> PlaySession::COMMANDS = {{
    {"moves", "[CELL]", "the legal actions, or those of the piece on a cell",
     &PlaySession::show_moves},
    {"hint", "", "what the engine would do in your place", &PlaySession::hint},
    {"eval", "", "who stands better", &PlaySession::show_evaluation},
    {"undo", "", "take your last action back, and the engine's answer", &PlaySession::undo},
    {"redo", "", "play it again", &PlaySession::redo},
    {"flip", "", "turn the board round", &PlaySession::flip},
    {"board", "", "draw the board again", &PlaySession::show_board},
    {"save", "FILE", "write the game to a file of its own, as PGN", &PlaySession::save},
    {"resign", "", "give the game up", &PlaySession::resign},
    {"new", "", "begin another game", &PlaySession::new_game},
    {"rules", "", "the rules in full", &PlaySession::show_rules},
    {"help", "", "this list", &PlaySession::help},
    {"quit", "", "leave; the game is kept", &PlaySession::quit},
}};

PlaySession::PlaySession(Host& host, std::filesystem::path file, std::ostream& out,
                         PlaySettings settings)
    : host_(host), out_(out), settings_(std::move(settings)), files_(std::move(file)),
      start_(host.game()) {
    turned_ = !settings_.person[index(Side::White)] && !watched();
    start_record();
}

void PlaySession::begin() {
    draw();
    if (watched())
        std::this_thread::sleep_for(FIRST_BOARD * settings_.delay);
    else if (!over())
        say("Type an action, as " + example_action(game().rules(), game().position()).value() +
            ", or 'help'.");
    let_engine_act();
    if (!watched()) prompt();
}

void PlaySession::handle(std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    Tokens words(line);
    const std::string_view word = words.peek();
    const auto row = std::ranges::find_if(
        COMMANDS, [&](const CommandRow& r) { return equal_ignoring_case(r.name, word); });
    try {
        if (row != COMMANDS.end()) {
            words.next();
            (this->*row->run)(words.rest());
        } else if (!words.done()) {
            act(words.rest());
        }
    } catch (const std::exception& error) { // of the file system too
        say(error.what());
    }
    if (!quit_said_) prompt();
}

void PlaySession::end() {
    if (!quit_said_ && !watched()) out_ << '\n'; // after the prompt
    const auto& file = files_.kept_in();
    say(file.empty() ? "Nothing was played, so nothing is kept."
                     : "The game is kept in " + file.string() + ".");
    out_ << std::flush;
}

// --- commands --------------------------------------------------------------------------------

void PlaySession::show_moves(std::string_view arguments) {
    require_unfinished();
    const auto cell = Cell::parse(arguments);
    if (!cell && !arguments.empty()) throw Error(in_quotes(arguments) + " is not a cell");
    MoveList moves;
    legal_moves(game().rules(), game().position(), moves);
    std::map<Cell, std::string> targets; ///< by the cell that the piece leaves
    for (const Move move : moves)
        if (!cell || move.from() == *cell)
            targets[move.from()] += ' ' + (move.is_pass() ? "pass" : move.to().text());
    if (targets.empty()) throw Error("no legal action from " + cell->text());
    for (const auto& [from, cells] : targets)
        say("  " + (from.is_none() ? cells.substr(1) : from.text() + " to" + cells));
}

void PlaySession::hint(std::string_view) {
    require_unfinished();
    const Advice advice = advise();
    out_ << fmt::format("The engine would play {}.", to_text(advice.line.front()));
    if (advice.line.size() > 1)
        out_ << " It expects:\n"
             << program::wrapped("  " + moves_text(advice.line) + '\n', settings_.width);
    else
        out_ << '\n';
}

void PlaySession::show_evaluation(std::string_view) {
    require_unfinished();
    const search::Info info = advise().info;
    const Side side = game().chooser();
    if (search::is_decisive(info.score)) {
        out_ << fmt::format("{} wins by force within {} of its own actions.\n",
                            capital_name(info.score > 0 ? side : ~side),
                            search::distance(info.score).winner_plies());
        return;
    }
    const bool white = side == Side::White;
    out_ << fmt::format("{:+.2f} for white. Of 100 games white would win about {}, black {}.\n",
                        (white ? info.score : -info.score) / 100.0,
                        (white ? info.wdl.win : info.wdl.loss) / 10,
                        (white ? info.wdl.loss : info.wdl.win) / 10);
}

void PlaySession::undo(std::string_view) {
    if (resigned_) {
        resigned_.reset();
        return go_on();
    }
    // The last action that a person chose.
    const auto mine = std::find_if(actions_.rbegin(), actions_.rend(), [&](const ActionRecord& a) {
        return !a.book && settings_.person[index(a.chooser)];
    });
    if (mine == actions_.rend()) throw Error("there is nothing to take back");
    for (auto count = mine - actions_.rbegin() + 1; count > 0; --count) {
        host_.undo();
        taken_back_.push_back(std::move(actions_.back()));
        actions_.pop_back();
    }
    go_on();
}

void PlaySession::redo(std::string_view) {
    if (taken_back_.empty()) throw Error("there is nothing to play again");
    do {
        host_.play(taken_back_.back().move);
        actions_.push_back(std::move(taken_back_.back()));
        taken_back_.pop_back();
    } while (!taken_back_.empty() && !person_chooses());
    go_on();
}

void PlaySession::flip(std::string_view) {
    turned_ = !turned_;
    draw();
}

void PlaySession::show_board(std::string_view) { draw(); }

void PlaySession::save(std::string_view arguments) {
    if (arguments.empty()) throw Error("say in which file, as 'save game.pgn'");
    if (actions_.empty()) throw Error("nothing has been played yet");
    const std::string file(arguments);
    save_game(file, record(), rules());
    say("Saved in " + file);
}

void PlaySession::resign(std::string_view) {
    require_unfinished();
    resigned_ = game().chooser();
    go_on();
}

void PlaySession::new_game(std::string_view) {
    const std::string before = files_.kept_in().string();
    files_.begin_next();
    host_.set_game(start_);
    host_.engine().clear();
    ++host_.engine().options.level_seed;
    start_record();
    draw();
    if (!before.empty()) say("The game before is kept in " + before + '.');
    let_engine_act();
}

void PlaySession::show_rules(std::string_view) {
    out_ << program::wrapped(preset_page(host_.presets().at(host_.variant())), settings_.width);
}

void PlaySession::help(std::string_view) {
    const auto example = example_action(game().rules(), game().position());
    if (example && !over()) say("An action is typed as " + *example + '.');
    say("Where only one piece can go to a cell, that cell alone will do.");
    for (const CommandRow& row : COMMANDS)
        out_ << fmt::format("  {:<12} {}\n", fmt::format("{} {}", row.name, row.arguments),
                            row.summary);
}

void PlaySession::quit(std::string_view) { quit_said_ = true; }

// --- the game --------------------------------------------------------------------------------

bool PlaySession::person_chooses() const { return settings_.person[index(game().chooser())]; }

void PlaySession::require_unfinished() const {
    if (over()) throw Error("the game is over; 'undo' or 'new' goes on");
}

/// The record of the host's game, whose actions so far nobody was asked for.
void PlaySession::start_record() {
    actions_.clear();
    taken_back_.clear();
    resigned_.reset();
    begun_ = std::chrono::system_clock::now();
    Game replayed = start_;
    while (replayed.undo()) {
    }
    for (std::size_t i = 0; i < start_.length(); ++i) {
        const Move move = start_.move(i);
        actions_.push_back({move, replayed.chooser(), {}, Microseconds(0), true});
        replayed.play(move);
    }
}

void PlaySession::act(std::string_view text) {
    const program::Words names = program::words_of(COMMANDS, &CommandRow::name);
    const bool letters = std::ranges::all_of(text, [](char c) { return c < '0' || c > '9'; });
    if (letters && !equal_ignoring_case(text, "pass"))
        throw Error(in_quotes(text) + " is neither an action nor a command" +
                    (program::suggestion(text, names).empty() ? "; 'help' lists them"
                                                              : program::suggestion(text, names)));
    require_unfinished();
    const Side side = game().chooser();
    const Move move = read_action(game().rules(), game().position(), text);
    play({move, side, {}, since(host_.engine().clock(), asked_)});
    go_on();
}

void PlaySession::play(ActionRecord action) {
    host_.play(action.move);
    actions_.push_back(std::move(action));
    taken_back_.clear();
}

/// After a change of the game.
void PlaySession::go_on() {
    draw();
    keep();
    let_engine_act();
}

/// A side that is played weaker knows nothing of what the other one searched.
search::Answer PlaySession::ask_engine(search::Listener& listener) {
    search::Control control;
    search::Engine& engine = host_.engine();
    if (settings_.weaker != game().chooser())
        return engine.search(game(), settings_.limits, control, listener);
    engine.clear();
    const int level = std::exchange(engine.options.level, WEAKER_LEVEL);
    const search::Answer answer = engine.search(game(), settings_.limits, control, listener);
    engine.options.level = level;
    return answer;
}

void PlaySession::let_engine_act() {
    while (!over() && !person_chooses()) {
        if (!watched()) out_ << settings_.engine << " is thinking ..." << std::endl;
        const search::Clock& clock = host_.engine().clock();
        const auto begin = clock.now();
        LastReport report;
        const search::Answer answer = ask_engine(report);
        const auto elapsed = since(clock, begin);
        if (elapsed < settings_.delay) std::this_thread::sleep_for(settings_.delay - elapsed);
        play({answer.best, game().chooser(), evaluation_of(report.info), elapsed});
        draw();
        keep();
    }
    asked_ = host_.engine().clock().now();
}

void PlaySession::keep() {
    try {
        files_.keep(record(), rules());
    } catch (const std::exception& error) { // a full disk must not end the game
        say(error.what());
    }
}

/// As the record has it.
std::string PlaySession::player(Side side) const {
    const bool person = settings_.person[index(side)];
    if (!person && settings_.weaker == side)
        return fmt::format("{} level {}", settings_.engine, WEAKER_LEVEL);
    const bool both = person ? settings_.person[index(~side)] : watched() && !settings_.weaker;
    return (person ? PERSON : settings_.engine) + (!both ? "" : side == Side::White ? "-1" : "-2");
}

GameRecord PlaySession::record() const {
    GameRecord record;
    for (const Side side : BOTH_SIDES) {
        record.names[index(side)] = player(side);
        if (!settings_.person[index(side)])
            record.controls[index(side)].move_time = settings_.limits.move_time;
    }
    Game first = start_;
    while (first.undo()) {
    }
    record.first = first.position();
    record.actions = actions_;
    record.last = game().position();
    record.verdict = verdict();
    record.begun = begun_;
    record.ended = std::chrono::system_clock::now();
    return record;
}

Verdict PlaySession::verdict() const {
    if (resigned_)
        return {
            win_of(~*resigned_), Termination::Normal, capital_name(*resigned_) + " resigns", {}};
    if (const auto outcome = game().outcome()) return verdict_of(*outcome);
    return {Result::Unfinished, Termination::Unterminated, "Game broken off", {}};
}

MatchRules PlaySession::rules() const {
    MatchRules rules;
    rules.variant = host_.variant();
    rules.setup = setup_names()[static_cast<std::size_t>(host_.setup())];
    rules.limits = host_.draw_limits();
    rules.rules = host_.rules();
    return rules;
}

/// A search at full strength.
PlaySession::Advice PlaySession::advise() {
    search::Options& options = host_.engine().options;
    const search::Options of_engine = std::exchange(options, {});
    search::Control control;
    LastReport report;
    const search::Answer answer =
        host_.engine().search(game(), settings_.advice_limits, control, report);
    options = of_engine;
    if (report.line.empty()) report.line = {answer.best};
    return {std::move(report.line), report.info};
}

// --- the screen ------------------------------------------------------------------------------

void PlaySession::draw() {
    if (settings_.redraw) out_ << program::CLEAR_SCREEN;
    if (!settings_.introduction.empty()) say(std::exchange(settings_.introduction, "") + '\n');
    DiagramOptions options{.colour = settings_.colour, .last = {}, .turned = turned_};
    if (game().length() > 0) options.last = game().move(game().length() - 1);
    out_ << text_diagram(game().position(), options)
         << "white Q G   black q g   * throne   (g) captured   [g] last action\n";
    say(fmt::format("white: {}   black: {}   rules: {}", player(Side::White), player(Side::Black),
                    host_.variant()));
    if (game().length() > 0)
        say(fmt::format("{}. {}", game().length(), last_action_sentence(game())));
    const auto outcome = game().outcome();
    if (resigned_)
        say(capital_name(*resigned_) + " resigns.");
    else
        say(outcome ? end_sentence(game(), *outcome) : turn_sentence(game()));
    if (over() && !watched()) say("'new' begins another game, 'undo' goes back, 'quit' leaves.");
    if (!settings_.redraw && watched()) out_ << '\n';
    out_ << std::flush;
}

/// In lines that fit.
void PlaySession::say(const std::string& sentence) {
    out_ << program::wrapped(sentence, settings_.width) << '\n';
}

void PlaySession::prompt() { out_ << (over() ? "" : name(game().chooser())) << "> " << std::flush; }

} // namespace agon::protocol
