// Input: a line `vertex` for vertex moves or any other for text moves, then the lines of a GTP
// session. Files, large tables and many threads are omitted; a search gets few nodes and is
// interrupted at once.
//
//  - A command gets one reply, in the draft's form and with its number; a comment gets none.
//  - Only commands that are meant to change the position do, and not when they fail.
//  - The referee agrees on each position: its legal actions are all listed, or those from one cell
//    when that has been played, or none when a game has ended by resignation.
//  - `undo` takes back what `play` did, exactly.
//  - genmove answers a move that is listed, or passes or resigns when there is nothing to choose.
#include "engine/words.hpp"
#include "protocol/gtp/gtp_line.hpp"
#include "protocol/gtp/gtp_session.hpp"
#include "tests/fuzz/session.hpp"
#include "tests/protocol/line_sink.hpp"

#include <boost/algorithm/string/case_conv.hpp>

#include <utility>

using namespace agon::protocol;
using fuzz::Shown;

namespace {

/// The line, changed so that it takes little time and touches no file; nullopt if that is
/// impossible.
std::optional<std::string> tamed(const std::string& line) {
    const GtpLine parsed = parse_gtp_line(line);
    if (parsed.name != "agon-param") return line;
    Tokens words(parsed.arguments);
    const std::string_view option = words.next();
    std::string name = boost::algorithm::to_lower_copy(std::string(option));
    if (!name.starts_with("uci_")) std::ranges::replace(name, '_', ' ');
    const auto value = fuzz::tamed_value(name, words.rest());
    if (!value) return std::nullopt;
    return parsed.id + " agon-param " + std::string(option) + ' ' + *value;
}

GtpOptions options(bool vertex) {
    GtpOptions options;
    options.moves = vertex ? GtpMoves::Vertex : GtpMoves::Text;
    options.limits.nodes = 60;
    return options;
}

struct Reply {
    bool success = false;
    std::string text; ///< without `=`, number and blank
};

class Talk {
public:
    explicit Talk(bool vertex)
        : vertex_(vertex), host_(fuzz::fresh_host()), session_(host_, sink_, options(vertex)),
          shown_(show()) {}

    void say(const std::string& line) {
        const auto tame = tamed(line);
        if (!tame || session_.quit_said()) return;
        const GtpLine parsed = parse_gtp_line(*tame);
        const auto reply = ask(*tame);
        if (session_.quit_said() || !reply) return;
        const Shown before = std::exchange(shown_, show());
        static const std::set<std::string, std::less<>> CHANGE{
            "clear_board", "play",         "genmove",
            "undo",        "agon-variant", "agon-setup",
            "agon-fen",    "agon-param",   "gogui-play_sequence"};
        if (shown_ != before) {
            if (!reply->success || !CHANGE.contains(parsed.name))
                fuzz::broken("only what succeeds changes the position",
                             *tame + '\n' + before.text() + shown_.text());
            check_position();
        }
        if (!reply->success) return;
        if (parsed.name == "play") check_undo(before, *tame);
        if (parsed.name == "genmove") check_move(before, parsed.arguments, reply->text);
    }

private:
    /// nullopt for a line that is not a command.
    std::optional<Reply> ask(const std::string& line) {
        const GtpLine parsed = parse_gtp_line(line);
        session_.handle(line);
        session_.handle("# interrupt");
        session_.wait_until_idle();
        const auto lines = sink_.take_all();
        fuzz::check_printable(lines);
        if (parsed.name.empty() && parsed.id.empty()) {
            if (!lines.empty()) fuzz::broken("a line that is not a command gets no reply", line);
            return std::nullopt;
        }
        const bool success = !lines.empty() && lines[0].starts_with('=');
        const std::string head = (success ? "=" : "?") + parsed.id;
        const bool numbered =
            !lines.empty() && (lines[0] == head || lines[0].starts_with(head + ' '));
        if (!numbered || std::ranges::find(lines, "") != lines.end() - 1)
            fuzz::broken("a reply begins with = or ? and its number, and ends in an empty line",
                         line + '\n' + Shown{lines}.text());
        std::string text = lines[0].substr(std::min(head.size() + 1, lines[0].size()));
        for (std::size_t i = 1; i + 1 < lines.size(); ++i) text += '\n' + lines[i];
        return Reply{success, text};
    }

    Shown show() {
        Shown shown;
        std::istringstream board(ask("showboard")->text);
        for (std::string line; std::getline(board, line);) shown.lines.push_back(line);
        shown.lines.push_back("Legal: " + ask("agon-legal")->text);
        shown.lines.push_back("Vertices: " + ask("gogui-rules_legal_moves")->text);
        return shown;
    }

    [[nodiscard]] static bool resigned(const Shown& shown) {
        return shown.after("Result: ").ends_with("(resignation)");
    }

    void check_position() {
        const bool gave_up = resigned(shown_);
        const auto theirs =
            fuzz::check_with_referee(host_, shown_, gave_up ? "none" : shown_.after("Result: "));
        const auto ours = fuzz::words_of(shown_.after("Legal: "));
        if (shown_.after("Result: ") != "none") {
            if (!ours.empty()) fuzz::broken("a game that is over has no actions", shown_.text());
            return;
        }
        if (ours == theirs) return;
        const auto from = [](const std::string& action) {
            return action.substr(0, action.find_first_not_of("0123456789", 1));
        };
        std::set<std::string> selected;
        if (vertex_ && !ours.empty())
            for (const std::string& action : theirs)
                if (from(action) == from(*ours.begin())) selected.insert(action);
        if (ours.empty() || ours != selected)
            fuzz::broken("the naive referee agrees on the legal actions", shown_.text());
    }

    void check_undo(const Shown& before, const std::string& line) {
        // Once a game has ended, resigning is not a move (protocols.md section 3).
        if (shown_ == before && before.after("Result: ") != "none") return;
        if (!ask("undo")->success || show() != before)
            fuzz::broken("undo takes a move back", line + '\n' + before.text() + show().text());
        if (!ask(line)->success || show() != shown_)
            fuzz::broken("what was taken back can be played again", line);
    }

    void check_move(const Shown& before, const std::string& arguments, const std::string& move) {
        const agon::Side side = parse_gtp_colour(Tokens(arguments).next());
        const bool chooses =
            before.after("Result: ") == "none" && before.after("Chooser: ") == agon::name(side);
        const bool idle = agon::equal_ignoring_case(move, "pass") || move == "resign";
        const auto listed = fuzz::words_of(before.after(vertex_ ? "Vertices: " : "Legal: "));
        if (chooses
                ? !listed.contains(move) && !listed.contains(boost::algorithm::to_lower_copy(move))
                : !idle)
            fuzz::broken("genmove answers a legal move", before.text() + move);
    }

    bool vertex_;
    Host& host_;
    support::LineSink sink_;
    GtpSession session_;
    Shown shown_;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t MAX_LINES = 40;
    const auto lines = fuzz::lines_of(data, size, MAX_LINES);
    if (lines.empty()) return 0;
    Talk talk(lines[0] == "vertex");
    for (std::size_t i = 1; i < lines.size(); ++i) talk.say(lines[i]);
    return 0;
}
