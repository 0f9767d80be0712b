#include "protocol/terminal/exercises.hpp"

#include "engine/byte_order_mark.hpp"
#include "engine/draw/diagram.hpp"
#include "engine/draw/rules_page.hpp"
#include "engine/error.hpp"
#include "engine/game/movegen.hpp"
#include "engine/notation/notation.hpp"
#include "engine/notation/sentences.hpp"
#include "engine/quote.hpp"
#include "engine/words.hpp"
#include "protocol/analysis/analyse.hpp"
#include "protocol/cli/terminal.hpp"
#include "protocol/cli/values.hpp"
#include "protocol/session/describe.hpp"
#include "protocol/session/tokens.hpp"
#include "protocol/terminal/action_text.hpp"
#include "search/control.hpp"
#include "search/limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

namespace agon::protocol {
namespace {

using page::TaskState;

constexpr std::uint64_t MAX_NODES = 500'000; ///< to judge an action that is not the kept one

/// The cells that a lesson's texts call lit: those it names, else those where its actions lead.
std::string lit_cells(const Lesson& lesson, const Game& game) {
    std::vector<Cell> cells = lesson.lit;
    if (cells.empty())
        for (const Move move : solutions(lesson, game)) cells.push_back(move.to());
    std::ranges::sort(cells);
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end()); // clang 14 lacks the range
    std::string text;
    for (const Cell cell : cells) text += (text.empty() ? "" : " ") + cell.text();
    return text;
}

} // namespace

PuzzleChoice read_puzzle_choice(const Presets& presets, std::string_view text,
                                std::string_view usual) {
    PuzzleChoice choice;
    if (std::ranges::count(all_puzzles(), usual, &Puzzle::preset) > 0) choice.variant = usual;
    for (Tokens words(text); !words.done();) {
        const std::string_view word = words.next();
        const auto level = std::ranges::find_if(
            DIFFICULTIES, [&](std::string_view name) { return equal_ignoring_case(name, word); });
        if (level != DIFFICULTIES.end())
            choice.difficulty = static_cast<Difficulty>(level - DIFFICULTIES.begin());
        else if (equal_ignoring_case(word, "any"))
            choice.variant.clear();
        else if (presets.find(word) != nullptr)
            choice.variant = word;
        else
            throw Error("puzzle: expected a rule set or any, or easy, medium or hard, got " +
                        in_quotes(word));
    }
    return choice;
}

Exercises::Exercises(Host& host, std::ostream& out, std::vector<Lesson> course, std::size_t number)
    : host_(host), out_(out), course_(std::move(course)) {
    begin(number);
    say("Type the action. 'hint' helps, 'solution' shows it, 'next' goes on, 'play' goes back to "
        "the game.");
}

Exercises::Exercises(Host& host, std::ostream& out, const PuzzleChoice& choice,
                     std::string_view play)
    : host_(host), out_(out), play_(play) {
    for (const Puzzle& puzzle : all_puzzles())
        if ((choice.variant.empty() || puzzle.preset == choice.variant) &&
            (!choice.difficulty || difficulty(puzzle) == *choice.difficulty))
            puzzles_.push_back(&puzzle);
    if (puzzles_.empty())
        throw Error(choice.difficulty ? "there is no puzzle like that; 'puzzle any' takes them all"
                                      : "there are no puzzles of these rules");
    begin(0);
}

void Exercises::handle(std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    Tokens words(line);
    if (words.done()) return;
    try {
        if (words.take("next"))
            next(words.rest());
        else if (words.take("again"))
            begin(number_);
        else if (words.take("hint"))
            hint();
        else if (words.take("solution"))
            show_solution();
        else if (words.take("moves"))
            show_moves(words.rest());
        else if (words.take("rules"))
            out_ << program::wrapped(preset_page(host_.presets().at(variant())),
                                     program::line_width());
        else if (words.take("play"))
            left_ = true;
        else if (words.take("help"))
            say("Type an action, such as a1-b2. 'hint' helps a little, then names it; "
                "'moves' lists the actions; 'solution' plays it out; 'again' restarts this one; "
                "'next' goes on, 'next 4' to number 4; 'rules' shows the rules; 'play' " +
                std::string(play_) + "; 'quit' leaves.");
        else
            act(words.rest());
    } catch (const std::exception& error) { // of a wrong number too
        say(error.what());
    }
}

void Exercises::begin(std::size_t number) {
    number_ = number;
    hints_ = 0;
    if (course_.empty()) {
        const RuleSet& rules = host_.presets().at(puzzle().preset).rules;
        game_.emplace(rules, parse_position(rules, puzzle().position));
        task_.emplace(page::PuzzleTask{puzzle(), number, size()}, *game_);
    } else {
        game_.emplace(agon::begin(host_.rules(), course_[number]));
        task_.emplace(page::LessonTask{course_, number}, *game_);
    }
    draw();
    introduce();
}

void Exercises::introduce() {
    if (course_.empty())
        return say(fmt::format(
            "Puzzle {} of {}, {}, rules {}. {} wins within {} actions of both sides together. "
            "Only one first action wins: which?",
            number_ + 1, size(), DIFFICULTIES[static_cast<std::size_t>(difficulty(puzzle()))],
            puzzle().preset, capital_name(task().side()), puzzle().line.size()));
    const Lesson& lesson = course_[number_];
    say(fmt::format("Lesson {} of {}: {}. {}", number_ + 1, size(), lesson.title, lesson.text));
    say(std::string(lesson.task));
    if (const std::string cells = lit_cells(lesson, *game_);
        (std::string(lesson.text) + std::string(lesson.task)).find(" lit ") != std::string::npos)
        say("Lit: " + cells + '.');
}

void Exercises::draw() {
    DiagramOptions options{.colour = program::shows_colour(), .last = {}, .turned = false};
    if (game_->length() > task().begun()) options.last = game_->move(game_->length() - 1);
    out_ << text_diagram(game_->position(), options);
    if (course_.empty() && !game_->outcome()) say(turn_sentence(*game_));
}

void Exercises::next(std::string_view text) {
    if (!text.empty()) return begin(program::number<std::size_t>("next", text, 1, size()) - 1);
    if (number_ + 1 < size()) return begin(number_ + 1);
    if (course_.empty()) return begin(0);
    say("That was the last lesson. The game goes on.");
    left_ = true;
}

void Exercises::require_open() const {
    if (!task().awaits_person(*game_))
        throw Error(
            fmt::format("this {} is done; 'next' goes on, 'again' begins it again", kind()));
}

void Exercises::hint() {
    require_open();
    const std::string action = to_text(task().answer(*game_).value());
    const Cell from = task().answer(*game_)->from();
    if (hints_++ > 0 || from.is_none())
        say(action + '.');
    else if (course_.empty())
        say("Look at the piece on " + from.text() + '.');
    else
        say(std::string(course_[number_].nudge));
}

void Exercises::show_solution() {
    require_open();
    if (!course_.empty()) return say(to_text(task().answer(*game_).value()) + " does it.");
    const std::size_t from = game_->length();
    task_->show(*game_);
    play_on();
    std::vector<Move> line;
    for (std::size_t i = from; i < game_->length(); ++i) line.push_back(game_->move(i));
    draw();
    say("That was the solution: " + moves_text(line) +
        ". 'next' goes on, 'again' begins it again.");
}

void Exercises::show_moves(std::string_view cell) {
    require_open();
    for (const std::string& line : legal_actions(game_->rules(), game_->position(), cell))
        say("  " + line);
}

void Exercises::act(std::string_view text) {
    require_open();
    const Move move = read_action(game_->rules(), game_->position(), text);
    task_->play(*game_, move);
    const std::size_t replies = game_->length() + 1;
    const bool first = game_->length() == task().begun();
    game_->play(move);
    const bool unknown = task().state() == TaskState::Judging;
    play_on();
    if (task().state() != TaskState::Missed) {
        hints_ = 0;
        std::vector<Move> line;
        for (std::size_t i = replies; i < game_->length(); ++i) line.push_back(game_->move(i));
        return tell(moves_text(line));
    }
    while (game_->length() >= replies) game_->undo();
    task_->take_back(*game_);
    if (!course_.empty()) return say("Not quite. " + std::string(course_[number_].nudge));
    say(unknown ? "No: the engine finds no forced win after " + to_text(move) + '.'
        : first ? fmt::format("No: it is proved that {} does not win within {} actions.",
                              to_text(move), puzzle().line.size())
                : "No: " + to_text(move) + " does not win.");
}

/// Plays the answers of the other side, or the whole solution.
void Exercises::play_on() {
    for (;;) {
        if (task().asks(*game_)) {
            look();
        } else if (const auto move = task().reply(*game_)) {
            game_->play(*move);
            task_->replied(*game_);
        } else {
            return;
        }
    }
}

void Exercises::look() {
    search::Limits limits;
    limits.nodes = MAX_NODES;
    search::Control control;
    const analysis::Line best =
        analysis::analyse({}, limits, host_.engine(), *game_, control).exact;
    const search::Score score = best.info.score;
    const bool wins =
        search::is_decisive(score) && (score > 0) == (game_->chooser() == task().side());
    task_->looked(*game_, wins, best.moves);
}

void Exercises::tell(const std::string& replies) {
    const bool done = task().state() == TaskState::Done;
    if (!course_.empty()) {
        say("Right. " + last_action_sentence(*game_));
        if (!done) return draw();
        say(std::string(course_[number_].praise));
        return next("");
    }
    draw();
    if (done)
        say(fmt::format("Right, and solved: {} has won.{} 'next' goes on.",
                        capital_name(task().side()),
                        puzzle().themes.empty() ? "" : " Themes: " + puzzle().themes + '.'));
    else
        say("Right." + (replies.empty() ? "" : " The answer is " + replies + '.') + " And now?");
}

void Exercises::say(const std::string& sentence) {
    out_ << program::wrapped(sentence, program::line_width()) << '\n';
}

void play_puzzles(Host& host, std::istream& in, std::ostream& out, std::string_view variant) {
    Exercises puzzles(host, out, PuzzleChoice{std::string(variant)}, "ends the puzzles");
    skip_byte_order_mark(in);
    out << "> " << std::flush;
    for (std::string line; std::getline(in, line) && !Tokens(line).take("quit");) {
        puzzles.handle(line);
        if (puzzles.left()) break;
        out << "> " << std::flush;
    }
    out << std::flush;
}

} // namespace agon::protocol
