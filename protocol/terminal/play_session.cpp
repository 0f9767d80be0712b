#include "protocol/terminal/play_session.hpp"

#include "engine/draw/diagram.hpp"
#include "engine/draw/rules_page.hpp"
#include "engine/error.hpp"
#include "engine/game/move.hpp"
#include "engine/notation/notation.hpp"
#include "engine/notation/sentences.hpp"
#include "engine/path_text.hpp"
#include "engine/quote.hpp"
#include "engine/words.hpp"
#include "protocol/analysis/analyse.hpp"
#include "protocol/cli/options.hpp"
#include "protocol/cli/terminal.hpp"
#include "protocol/cli/values.hpp"
#include "protocol/session/describe.hpp"
#include "protocol/session/tokens.hpp"
#include "protocol/terminal/action_text.hpp"
#include "protocol/terminal/reviewing.hpp"
#include "protocol/terminal/watched_openings.hpp"
#include "search/clock.hpp"
#include "search/control.hpp"
#include "search/limits.hpp"
#include "search/listener.hpp"
#include "search/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

namespace agon::protocol {
namespace {

constexpr int FIRST_BOARD = 4; ///< times as long as the others, to read the introduction

/// A search of the host's game with options other than the host's.
analysis::Analysed search_host(const search::Options& options, const search::Limits& limits,
                               Host& host) {
    search::Control control;
    return analysis::analyse(options, limits, host.engine(), host.game(), control);
}

Microseconds since(const search::Clock& clock, search::Clock::TimePoint begin) {
    return std::chrono::duration_cast<Microseconds>(clock.now() - begin);
}

GameSession::Time now() { return std::chrono::system_clock::now(); }

/// Continues the host's game.
GameSessionSettings session_of(const Host& host, const PlaySettings& settings) {
    GameSessionSettings session;
    session.rules.variant = host.variant();
    session.rules.setup = setup_names()[static_cast<std::size_t>(host.setup())];
    session.rules.limits = host.draw_limits();
    session.rules.rules = host.rules();
    Game first = host.game();
    for (; first.length() > 0; first.undo())
        session.moves.insert(session.moves.begin(), to_text(first.move(first.length() - 1)));
    session.first = first.position();
    session.person = settings.person;
    for (const Side side : BOTH_SIDES) {
        if (settings.person[side]) continue;
        session.names[side] = settings.engine;
        if (settings.weaker == side) session.names[side] += fmt::format(" level {}", WEAKER_LEVEL);
        session.controls[side].move_time = settings.limits.move_time;
    }
    return session;
}

} // namespace

const std::array<PlaySession::CommandRow, 16> PlaySession::COMMANDS = {{
    {"moves", "[CELL]", "the legal actions, or those of the piece on a cell",
     &PlaySession::show_moves},
    {"hint", "", "what the engine would do in your place", &PlaySession::hint},
    {"eval", "", "who is better", &PlaySession::show_evaluation},
    {"review", "[SECONDS]", "the mistakes of the game so far", &PlaySession::show_review},
    {"undo", "", "take your last action back, and the engine's answer",
     &PlaySession::change<&GameSession::undo>},
    {"redo", "", "play it again", &PlaySession::change<&GameSession::redo>},
    {"flip", "", "turn the board around", &PlaySession::flip},
    {"board", "", "draw the board again", &PlaySession::show_board},
    {"save", "FILE", "write the game to a new file, as PGN", &PlaySession::save},
    {"resign", "", "resign the game", &PlaySession::change<&GameSession::resign>},
    {"new", "", "begin another game", &PlaySession::new_game},
    {"rules", "", "the rules in full", &PlaySession::show_rules},
    {"learn", "[LESSON]", "lessons of these rules, each with something to do", &PlaySession::learn},
    {"puzzle", "[RULES] [LEVEL]", "find the win; LEVEL is easy, medium or hard",
     &PlaySession::solve_puzzles},
    {"help", "", "this list", &PlaySession::help},
    {"quit", "", "leave; the game is saved", &PlaySession::quit},
}};

PlaySession::PlaySession(Host& host, std::filesystem::path file, std::ostream& out,
                         PlaySettings settings)
    : host_(host), out_(out), settings_(std::move(settings)), files_(std::move(file)),
      session_(session_of(host, settings_), now()) {
    turned_ = !session_.is_person(Side::White) && !watched();
}

void PlaySession::begin() {
    draw();
    if (watched())
        std::this_thread::sleep_for(FIRST_BOARD * settings_.delay);
    else if (!session_.verdict())
        say("Type an action, such as " + example_action(game().rules(), game().position()).value() +
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
    constexpr std::array IN_EXERCISES = {"learn", "puzzle", "quit"};
    try {
        if (exercises_ && !words.done() &&
            (row == COMMANDS.end() || std::ranges::count(IN_EXERCISES, row->name) == 0)) {
            exercises_->handle(line);
            if (exercises_->left()) {
                exercises_.reset();
                draw();
            }
        } else if (row != COMMANDS.end()) {
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

bool PlaySession::end() {
    if (!quit_said_ && !watched()) out_ << '\n'; // after the prompt
    say(unsaved_.empty() && files_.kept_in().empty() ? "Nothing was played, so nothing is saved."
                                                     : where_saved("The game"));
    out_ << std::flush;
    return unsaved_.empty();
}

std::string PlaySession::where_saved(const std::string& what) const {
    const std::string file = utf8_of(files_.kept_in());
    if (unsaved_.empty()) return what + " is saved in " + file + '.';
    return what + " is not saved: " + unsaved_ +
           (file.empty() ? "." : ". " + file + " has only its beginning.");
}

// --- commands --------------------------------------------------------------------------------

void PlaySession::show_moves(std::string_view arguments) {
    session_.require_unfinished();
    for (const std::string& line : legal_actions(game().rules(), game().position(), arguments))
        say("  " + line);
}

void PlaySession::hint(std::string_view) {
    session_.require_unfinished();
    const std::vector<Move> line = search_host({}, settings_.advice_limits, host_).exact.moves;
    out_ << fmt::format("The engine would play {}.", to_text(line.front()));
    if (line.size() > 1)
        out_ << " It expects:\n"
             << program::wrapped("  " + moves_text(line) + '\n', settings_.width);
    else
        out_ << '\n';
}

void PlaySession::show_evaluation(std::string_view) {
    session_.require_unfinished();
    const search::Info info = search_host({}, settings_.advice_limits, host_).exact.info;
    const Side side = game().chooser();
    if (search::is_decisive(info.score)) {
        out_ << fmt::format("{} wins by force within {} of its own actions.\n",
                            capital_name(info.score > 0 ? side : ~side),
                            search::distance(info.score).winner_plies());
        return;
    }
    for (const Safety& safety : safe_sides(game().rules(), game().position()))
        say(safety_sentence(game().position(), safety));
    const bool white = side == Side::White;
    out_ << fmt::format("{:+.2f} for white. Of 100 games white would win about {}, black {}.\n",
                        (white ? info.score : -info.score) / 100.0,
                        (white ? info.wdl.win : info.wdl.loss) / 10,
                        (white ? info.wdl.loss : info.wdl.win) / 10);
}

void PlaySession::show_review(std::string_view arguments) {
    if (game().length() == 0) throw Error("nothing has been played yet");
    TimeControl control = REVIEW_CONTROL;
    if (!arguments.empty()) { // half of them for the deeper searches
        constexpr int MAX = 24 * 60 * 60;
        const int seconds = program::number<int>("review", arguments, 1, MAX);
        const auto positions = static_cast<std::int64_t>(2 * (game().length() + 1));
        control = {.move_time =
                       std::max(Milliseconds(seconds * 1000LL / positions), Milliseconds(1))};
    }
    if (!review_ || reviewed_ != session_.version() || !arguments.empty()) review_.emplace(game());
    reviewed_ = session_.version();
    program::StatusLine status(out_, settings_.redraw);
    const Interruption interruption;
    const bool whole = protocol::go_on(*review_, host_.engine(), control, interruption,
                                       [&] { status.draw(progress_text(*review_)); });
    status.clear();
    if (!whole) say(progress_text(*review_) + "; 'review' continues.");
    out_ << program::wrapped(summary_text(*review_), settings_.width);
}

void PlaySession::save(std::string_view arguments) {
    if (arguments.empty()) throw Error("save to which file? For example: save game.pgn");
    if (session_.actions().empty()) throw Error("nothing has been played yet");
    const std::string file(arguments);
    save_game(path_of(file), session_.record(now()), session_.rules());
    say("Saved in " + file);
}

void PlaySession::new_game(std::string_view) {
    const bool played = !unsaved_.empty() || !files_.kept_in().empty();
    const std::string before = where_saved("The previous game");
    files_.begin_next();
    session_.new_game(now());
    host_.engine().clear();
    host_.draw_level_chance();
    changed();
    if (played) say(before);
    let_engine_act();
}

void PlaySession::show_rules(std::string_view) {
    out_ << program::wrapped(preset_page(host_.presets().at(host_.variant())), settings_.width);
}

void PlaySession::learn(std::string_view arguments) {
    std::vector<Lesson> course = lessons(game().rules());
    const std::size_t number =
        arguments.empty() ? 0
                          : program::number<std::size_t>("learn", arguments, 1, course.size()) - 1;
    exercises_.emplace(Exercises(host_, out_, std::move(course), number));
}

void PlaySession::solve_puzzles(std::string_view arguments) {
    exercises_.emplace(
        Exercises(host_, out_, read_puzzle_choice(host_.presets(), arguments, host_.variant())));
}

void PlaySession::help(std::string_view) {
    const auto example = example_action(game().rules(), game().position());
    if (example && !session_.verdict()) say("An action is typed as " + *example + '.');
    say("If only one piece can go to a cell, the cell is enough.");
    for (const CommandRow& row : COMMANDS)
        out_ << fmt::format("  {:<22} {}\n", fmt::format("{} {}", row.name, row.arguments),
                            row.summary);
}

// --- the game --------------------------------------------------------------------------------

void PlaySession::act(std::string_view text) {
    const program::Words names = program::words_of(COMMANDS, &CommandRow::name);
    const bool letters = std::ranges::all_of(text, [](char c) { return c < '0' || c > '9'; });
    if (letters && !equal_ignoring_case(text, "pass"))
        throw Error(in_quotes(text) + " is neither an action nor a command" +
                    (program::suggestion(text, names).empty() ? "; 'help' lists them"
                                                              : program::suggestion(text, names)));
    session_.require_unfinished();
    const Move move = read_action(game().rules(), game().position(), text);
    session_.play(to_text(move), since(host_.engine().clock(), asked_));
    go_on();
}

/// After a change by the person.
void PlaySession::go_on() {
    changed();
    let_engine_act();
}

void PlaySession::changed() {
    host_.set_game(game());
    draw();
    unsaved_ = session_.keep(files_, now());
    if (!unsaved_.empty()) say(unsaved_);
}

void PlaySession::let_engine_act() {
    while (session_.awaits_engine()) {
        if (!watched()) out_ << settings_.engine << " is thinking ..." << std::endl;
        const search::Clock& clock = host_.engine().clock();
        const auto begin = clock.now();
        search::Options options = host_.engine().options;
        if (settings_.weaker == session_.chooser()) {
            options.level = WEAKER_LEVEL;
            host_.engine().clear(); // it knows nothing of what the other side searched
        }
        const analysis::Analysed found = search_host(options, settings_.limits, host_);
        const auto elapsed = since(clock, begin);
        if (elapsed < settings_.delay) std::this_thread::sleep_for(settings_.delay - elapsed);
        session_.answer(to_text(found.best), elapsed, analysis::evaluation_of(found.exact.info));
        changed();
    }
    asked_ = host_.engine().clock().now();
}

// --- the screen ------------------------------------------------------------------------------

void PlaySession::draw() {
    if (settings_.redraw) out_ << program::CLEAR_SCREEN;
    if (!settings_.introduction.empty()) say(std::exchange(settings_.introduction, "") + '\n');
    DiagramOptions options{.colour = settings_.colour, .last = {}, .turned = turned_};
    if (game().length() > 0) options.last = game().move(game().length() - 1);
    out_ << text_diagram(game().position(), options)
         << "white Q G   black q g   * throne   (g) captured   [g] last action\n";
    say(fmt::format("white: {}   black: {}   rules: {}", session_.name(Side::White),
                    session_.name(Side::Black), host_.variant()));
    if (game().length() > 0)
        say(fmt::format("{}. {}", game().length(), last_action_sentence(game())));
    say(session_.sentence());
    if (session_.verdict() && !watched())
        say("'new' begins another game, 'undo' goes back, 'quit' leaves.");
    if (!settings_.redraw && watched()) out_ << '\n';
    out_ << std::flush;
}

/// Wraps the text to the width.
void PlaySession::say(const std::string& sentence) {
    out_ << program::wrapped(sentence, settings_.width) << '\n';
}

void PlaySession::prompt() {
    out_ << (exercises_           ? exercises_->kind()
             : session_.verdict() ? ""
                                  : name(session_.chooser()))
         << "> " << std::flush;
}

} // namespace agon::protocol
