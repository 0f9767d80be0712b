#include "protocol/terminal/puzzles.hpp"

#include "engine/byte_order_mark.hpp"
#include "engine/draw/diagram.hpp"
#include "engine/error.hpp"
#include "engine/game/outcome.hpp"
#include "engine/notation/notation.hpp"
#include "engine/notation/sentences.hpp"
#include "engine/number.hpp"
#include "engine/words.hpp"
#include "protocol/cli/program.hpp"
#include "protocol/cli/terminal.hpp"
#include "protocol/puzzles/puzzles.hpp"
#include "protocol/session/describe.hpp"
#include "protocol/session/tokens.hpp"
#include "protocol/terminal/action_text.hpp"
#include "protocol/terminal/last_report.hpp"
#include "search/control.hpp"
#include "search/limits.hpp"

#include <fmt/format.h>

#include <sstream>

namespace agon::protocol {
namespace {

constexpr std::uint64_t MAX_NODES = 500'000; ///< to judge an action other than the stored one

std::vector<Puzzle> puzzles_of(std::string_view variant) {
    std::istringstream text{std::string(shipped_puzzles())};
    std::vector<Puzzle> puzzles = read_puzzles(text, "puzzles.txt");
    if (!variant.empty())
        std::erase_if(puzzles, [&](const Puzzle& puzzle) { return puzzle.preset != variant; });
    return puzzles;
}

/// One session over the puzzles.
class Puzzles {
public:
    Puzzles(Host& host, std::ostream& out, std::string_view variant)
        : host_(host), out_(out), puzzles_(puzzles_of(variant)) {
        if (puzzles_.empty()) throw Error("there are no puzzles of these rules");
        begin(0);
        out_ << "> " << std::flush;
    }

    [[nodiscard]] bool quit_said() const { return quit_said_; }

    void handle(std::string_view line) {
        if (line.ends_with('\r')) line.remove_suffix(1);
        Tokens words(line);
        const std::string_view word = words.peek();
        try {
            if (equal_ignoring_case(word, "quit")) {
                quit_said_ = true;
                return;
            }
            if (equal_ignoring_case(word, "next")) {
                words.next();
                next(words.rest());
            } else if (equal_ignoring_case(word, "again")) {
                begin(number_);
            } else if (equal_ignoring_case(word, "hint")) {
                hint();
            } else if (equal_ignoring_case(word, "help")) {
                say("Type an action, such as a1-b2. 'hint' names the piece, then the action; "
                    "'again' "
                    "begins this puzzle again; 'next' shows the next one, 'next 40' puzzle 40; "
                    "'quit' "
                    "leaves.");
            } else if (!words.done()) {
                act(words.rest());
            }
        } catch (const Error& error) {
            say(error.what());
        }
        out_ << "> " << std::flush;
    }

private:
    [[nodiscard]] const Puzzle& puzzle() const { return puzzles_[number_]; }
    [[nodiscard]] std::size_t played() const { return host_.game().length(); }
    [[nodiscard]] std::size_t left() const { return puzzle().line.size() - played(); }

    void say(const std::string& sentence) {
        out_ << program::wrapped(sentence, program::line_width()) << '\n';
    }

    void begin(std::size_t number) {
        number_ = number;
        hints_ = 0;
        on_line_ = true;
        host_.set_variant(puzzle().preset);
        host_.set_position(parse_position(host_.rules(), puzzle().position));
        winner_ = host_.game().chooser();
        draw();
        say(fmt::format("Puzzle {} of {}, grade {}, rules {}. {} wins within {} actions of both "
                        "sides together. One first action does it: which?",
                        number_ + 1, puzzles_.size(), puzzle().grade, puzzle().preset,
                        capital_name(winner_), puzzle().line.size()));
    }

    void draw() {
        DiagramOptions options{.colour = program::shows_colour(), .last = {}, .turned = false};
        if (played() > 0) options.last = host_.game().move(played() - 1);
        out_ << text_diagram(host_.game().position(), options);
        if (!over()) say(turn_sentence(host_.game()));
    }

    [[nodiscard]] bool over() const { return is_decided(host_.rules(), host_.game().position()); }

    void next(std::string_view text) {
        std::size_t number = (number_ + 1) % puzzles_.size() + 1;
        if (!text.empty() && (!read_whole(text, number) || number < 1 || number > puzzles_.size()))
            throw Error(fmt::format("next: expected a puzzle from 1 to {}, got '{}'",
                                    puzzles_.size(), text));
        begin(number - 1);
    }

    void require_open() const {
        if (over())
            throw Error(
                "this puzzle is solved; 'next' shows the next one, 'again' begins this one again");
    }

    void hint() {
        require_open();
        const std::string action = on_line_ ? puzzle().line[played()] : best().front();
        const Cell from = parse_move(action).from();
        if (hints_++ > 0 || from.is_none())
            say(action + '.');
        else
            say("Look at the piece on " + from.text() + '.');
    }

    /// The actions of the engine's best play: a shortest win where it finds one.
    std::vector<std::string> best(std::vector<Move> only = {}) {
        search::Limits limits;
        limits.nodes = MAX_NODES;
        limits.root_moves = std::move(only);
        if (host_.game().chooser() == winner_) limits.mate = static_cast<int>(left());
        search::Control control;
        const LastReport report =
            search_by(host_.engine().options, limits, host_.engine(), host_.game(), control);
        const search::Score score = report.info.score;
        plies_ = search::is_decisive(score) && score > 0
                     ? std::optional(search::distance(score).plies())
                     : std::nullopt;
        std::vector<std::string> actions;
        for (const Move move : report.line) actions.push_back(to_text(move));
        return actions;
    }

    void act(std::string_view text) {
        require_open();
        const Move move = read_action(host_.rules(), host_.game().position(), text);
        const std::string action = to_text(move);
        if (on_line_ && action != puzzle().line[played()]) {
            if (played() == 0)
                return say(fmt::format("No: it is proved that {} does not win within {} actions.",
                                       action, left()));
            on_line_ = false;
        }
        if (!on_line_) {
            best({move});
            if (!plies_ || static_cast<std::size_t>(*plies_) > left()) {
                on_line_ = action == puzzle().line[played()];
                return say(fmt::format("No: the engine finds no win within {} actions after {}.",
                                       left(), action));
            }
        }
        host_.play(move);
        hints_ = 0;
        std::string replies;
        while (!over() && host_.game().chooser() != winner_) {
            const std::string reply = on_line_ ? puzzle().line[played()] : best().front();
            host_.play(parse_legal_move(host_.rules(), host_.game().position(), reply));
            replies += ' ' + reply;
        }
        draw();
        if (over())
            say(fmt::format("Right, and solved: {} has won.{} 'next' shows the next one.",
                            capital_name(winner_),
                            puzzle().themes.empty() ? "" : " Themes: " + puzzle().themes + '.'));
        else
            say("Right." + (replies.empty() ? "" : " The answer is" + replies + '.') + " And now?");
    }

    Host& host_;
    std::ostream& out_;
    std::vector<Puzzle> puzzles_;
    std::size_t number_ = 0;
    int hints_ = 0;
    bool on_line_ = true;      ///< all actions were those of the puzzle
    std::optional<int> plies_; ///< of the win that best() found
    Side winner_ = Side::White;
    bool quit_said_ = false;
};

} // namespace

void play_puzzles(Host& host, std::istream& in, std::ostream& out, std::string_view variant) {
    Puzzles puzzles(host, out, variant);
    skip_byte_order_mark(in);
    for (std::string line; !puzzles.quit_said() && std::getline(in, line);) puzzles.handle(line);
    out << std::flush;
}

} // namespace agon::protocol
