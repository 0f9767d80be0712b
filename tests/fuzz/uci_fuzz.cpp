// Input: the lines of a UCI session, or of a UGI session if the first is `ugi`. What would take
// long or touch files is omitted or shortened: bench, speedtest, export_net, files, large tables,
// deep counts; a search gets few nodes and is stopped before the next command.
//
//  - Only position, flip, setoption and a new game change `d`, and not when they are refused.
//  - The referee agrees on each position that `d` shows: legal actions, chooser, result.
//  - A `go` is answered by one bestmove, after a score: an action that `d` lists, or (none) exactly
//    when the game is over. `isready` is answered by one readyok.
//  - At the end, the position set by its own text is the same, and UGI's queries agree with `d`.
#include "engine/words.hpp"
#include "protocol/session/genfens.hpp"
#include "protocol/uci/uci_session.hpp"
#include "tests/fuzz/session.hpp"
#include "tests/protocol/line_sink.hpp"

#include <boost/algorithm/string/case_conv.hpp>

using namespace agon::protocol;
using fuzz::Shown;

namespace {

using Words = std::vector<std::string>;

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, word) != words.end();
}

std::optional<std::string> tamed_setoption(const std::string& line, Tokens words) {
    if (!words.take("name")) return line;
    std::string name;
    while (!words.done() && !agon::equal_ignoring_case(words.peek(), "value"))
        name += (name.empty() ? "" : " ") + std::string(words.next());
    words.take("value");
    const auto value = fuzz::tamed_value(boost::algorithm::to_lower_copy(name), words.rest());
    if (!value) return std::nullopt;
    return "setoption name " + name + " value " + *value;
}

std::optional<std::string> tamed_genfens(const std::string& line, Tokens words) {
    constexpr std::size_t MAX = 4;
    try {
        const auto request = parse_genfens(words);
        if (request.count > MAX || !request.book.empty()) return std::nullopt;
    } catch (const std::exception&) {
    }
    return line;
}

/// The line, changed so that it takes little time and touches no file; nullopt if that is
/// impossible.
std::optional<std::string> tamed(const std::string& line) {
    Tokens words(line);
    const std::string_view name = words.next();
    if (name == "setoption") return tamed_setoption(line, words);
    if (name == "genfens") return tamed_genfens(line, words);
    if (name == "export_net") return std::nullopt;
    if (name == "bench" || name == "speedtest") // but for a fault in the first argument
        if (words.done() || to_number(words.peek())) return std::nullopt;
    const bool go = name == "go";
    if (name == "perft" || (go && words.take("perft"))) {
        if (to_number(words.peek()).value_or(0) > 2) return std::nullopt;
        return line;
    }
    return go ? line + " nodes 60" : line;
}

class Talk {
public:
    explicit Talk(bool ugi)
        : ugi_(ugi), host_(fuzz::fresh_host()), session_(host_, sink_, ugi ? UGI : UCI) {
        shown_ = show();
    }

    void say(const std::string& line) {
        const auto tame = tamed(line);
        if (!tame) return;
        Tokens words(*tame);
        const std::string name(words.next());
        const bool go = name == "go" && !words.take("perft");
        if (searching_ && !is_one_of(name, {"isready", "ponderhit", "stop"})) finish_search();
        session_.handle(*tame);
        if (session_.quit_said()) return;
        if (name == "isready") ++readies_;
        searching_ = searching_ || go;
        if (!searching_) check(name, take());
    }

    void finish() {
        if (searching_) finish_search();
        if (session_.quit_said()) return;
        const Shown before = shown_;
        session_.handle("position fen " + before.after("Fen: "));
        if (const auto said = take(); !said.empty() && !said[0].starts_with("info string debug: "))
            fuzz::broken("the text of a position is read", said[0]);
        const Shown after = show();
        for (const char* const line : {"Fen: ", "Key: ", "Chooser: ", "Legal: "})
            if (after.after(line) != before.after(line))
                fuzz::broken("a position set by its text is the same",
                             before.text() + after.text());
        if (ugi_) check_queries(after);
    }

private:
    Words take() {
        session_.wait_until_idle();
        const Words lines = sink_.take_all();
        fuzz::check_printable(lines);
        return lines;
    }

    Shown show() {
        session_.handle("d");
        Shown shown{take()};
        // With `debug on` the time follows.
        std::erase_if(shown.lines,
                      [](const std::string& line) { return line.starts_with("info string "); });
        return shown;
    }

    void finish_search() {
        session_.handle("stop");
        searching_ = false;
        const Words said = take();
        int answers = 0;
        bool score = false;
        for (const std::string& line : said) {
            score = score || (line.starts_with("info ") && line.find(" score ") != line.npos);
            if (!line.starts_with("bestmove ")) continue;
            ++answers;
            std::istringstream words(line.substr(line.find(' ')));
            std::string best;
            words >> best;
            const bool over = shown_.after("Result: ") != "none";
            if (over ? best != "(none)" : !fuzz::words_of(shown_.after("Legal: ")).contains(best))
                fuzz::broken("bestmove is legal, or (none) when the game is over",
                             shown_.text() + line);
            if (!score) fuzz::broken("a score comes before bestmove", line);
        }
        if (answers != 1) fuzz::broken("go is answered by one bestmove", std::to_string(answers));
        check("go", said);
    }

    void check(const std::string& name, const Words& said) {
        const auto readies = std::ranges::count(said, "readyok");
        if (readies != readies_)
            fuzz::broken("isready is answered by one readyok", std::to_string(readies));
        readies_ = 0;
        const std::string fault = "info string " + name + ": ";
        const bool refused = std::ranges::any_of(said, [&](const std::string& line) {
            return line.starts_with(fault) &&
                   !line.ends_with("' is ignored"); // about a superfluous word
        });
        const bool may_change =
            is_one_of(name, {"position", "flip", "setoption", ugi_ ? "uginewgame" : "ucinewgame"});
        const Shown now = show();
        if (now == shown_) return;
        if (refused || !may_change)
            fuzz::broken("only what is done changes the position",
                         name + '\n' + shown_.text() + now.text());
        shown_ = now;
        const auto legal = fuzz::check_with_referee(host_, shown_, shown_.after("Result: "));
        const bool over = shown_.after("Result: ") != "none";
        const auto ours = fuzz::words_of(shown_.after("Legal: "));
        if (over ? !ours.empty() : ours != legal)
            fuzz::broken("the naive referee agrees on the legal actions", shown_.text());
    }

    void check_queries(const Shown& shown) {
        const auto ask = [&](const std::string& what) {
            session_.handle("query " + what);
            const Words said = take();
            return said.empty() ? "" : said[0];
        };
        const bool over = shown.after("Result: ") != "none";
        if (ask("fen") != "response " + shown.after("Fen: ") ||
            ask("legalmoves") != "response " + shown.after("Legal: ") ||
            ask("gameover") != (over ? "response true" : "response false") ||
            (ask("result") == "response none") == over)
            fuzz::broken("queries say what d does", shown.text());
    }

    bool ugi_;
    Host& host_;
    support::LineSink sink_;
    UciSession session_;
    Shown shown_;
    bool searching_ = false;
    std::ptrdiff_t readies_ = 0;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t MAX_LINES = 40;
    const auto lines = fuzz::lines_of(data, size, MAX_LINES);
    Talk talk(!lines.empty() && lines[0] == "ugi");
    for (const std::string& line : lines) talk.say(line);
    talk.finish();
    return 0;
}
