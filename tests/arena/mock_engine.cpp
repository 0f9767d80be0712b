// An engine to test the arena with. It plays at random, behaves as in the conduct table
// (protocols.md section 1 (Conduct)), and has the fault that its arguments select.
//
// mock_engine [uci|ugi [BEHAVIOUR [N]]]: the fault begins with the N-th `go`, by default the first,
// or at once if it does not concern `go`.
#include "engine/error.hpp"
#include "engine/game/apply.hpp"
#include "engine/game/movegen.hpp"
#include "engine/game/outcome.hpp"
#include "engine/game/turn.hpp"
#include "engine/notation/notation.hpp"
#include "engine/rules/presets.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#if __has_include(<sys/wait.h>)
#include <unistd.h>
#else // Windows cannot fork: the behaviours that need it are not tested there
namespace {
int fork() { return -1; }
void setsid() {}
} // namespace
#endif

namespace {

using namespace agon;

struct Mock {
    bool ugi = false;
    std::string behaviour;
    int from_go = 1;
    int gos = 0, gos_in_game = 0;
    Presets presets;
    RuleSet rules = presets.at(DEFAULT_PRESET).rules;
    Setup setup = Setup::Standard;
    Position position = setup_position(rules, setup);
    std::minstd_rand random{1};
    bool searching = false;       ///< until `stop`
    bool pondering = false;       ///< until `stop` or `ponderhit`
    std::string hash = "16";      ///< the option
    std::string back;             ///< undoes the last action, for `shuffle`
    std::deque<std::string> held; ///< commands that wait for the end of the search

    [[nodiscard]] bool behaves(std::string_view name) const {
        return behaviour == name && gos >= from_go;
    }

    [[nodiscard]] bool is(std::string_view name) const { return behaviour == name; }
    /// Whether its answers include ponder moves.
    [[nodiscard]] bool hints() const { return behaviour.starts_with("ponder") || is("die-ponder"); }

    void say(std::string line) const {
        if (is("padded")) { // white space wherever a line can have it
            for (auto at = line.find(' '); at != line.npos; at = line.find(' ', at + 2))
                line.insert(at, "\t");
            line = "\r\t " + line + " \t\r";
        }
        std::cout << line << std::endl;
    }

    [[noreturn]] static void hang() {
        while (true) std::this_thread::sleep_for(std::chrono::hours(1));
    }

    [[noreturn]] static void die() {
#ifdef SIGKILL
        std::raise(SIGKILL);
#endif
        __builtin_trap(); // a Windows exception
    }

    /// Exits by itself, since the arena does not kill it.
    static void start_daemon() {
        if (::fork() != 0) return;
        ::setsid();
        std::this_thread::sleep_for(std::chrono::seconds(20));
        std::_Exit(0);
    }

    void greet() const {
        if (behaviour == "silent") hang();
        if (behaviour == "leave-handshake") std::exit(0);
        if (behaviour == "die-handshake") {
            std::cerr << "mock: no network file" << std::endl;
            std::exit(3);
        }
        say("id name mock");
        if (behaviour != "no-options") {
            std::string variants, setups;
            for (const Preset& preset : presets.all())
                if (!is("narrow") || preset.name == DEFAULT_PRESET)
                    variants += " var " + preset.name;
            for (const auto name : setup_names()) setups += " var " + std::string(name);
            say("option name UCI_Variant type combo default classic" + variants);
            say("option name Setup type combo default preset var preset" + setups);
            say("option name RepetitionLimit type spin default 3 min 0 max 100");
            say("option name NoProgressLimit type spin default 100 min 0 max 1000");
            if (!is("no-ponder")) say("option name Ponder type check default false");
            say("option name Hash type spin default 16 min 1 max 1000000000");
            say("option name Threads type spin default 1 min 1 max 1024");
        }
        say(ugi ? "ugiok" : "uciok");
    }

    void complain(const std::string& text) const {
        if (!is("mute")) say("info string " + text);
    }

    void set_option(std::istringstream& words) {
        std::string word, name, value;
        words >> word >> name >> word >> value;
        if (name == "UCI_Variant") rules = presets.at(value).rules;
        if (name == "Setup") setup = find_setup(value).value_or(Setup::Standard);
        if (name == "Hash") hash = value;
        if (is("chatty")) say("info string Using " + value + (name == "Hash" ? " MB" : ""));
        if (name == "Hash" && value.size() > 5) complain("Hash: no memory for " + value + " MB");
    }

    void set_position(std::istringstream& words) {
        std::string word, text;
        words >> word;
        Position next = setup_position(rules, setup);
        if (word == "startpos") {
            words >> word;
        } else {
            while (words >> word && word != "moves") text += (text.empty() ? "" : " ") + word;
            next = parse_position(rules, text);
        }
        while (words >> word) {
            const Move move = parse_legal_move(rules, next, word);
            apply(rules, next, move);
            if (is("half-position")) position = next;
        }
        position = next;
    }

    void query(const std::string& what) const {
        const bool over = is_decided(rules, position);
        if (what == "gameover") say(over ? "response true" : "response false");
        if (what == "p1turn")
            say((chooser(rules, position) == Side::White) != is("wrong-turn") ? "response true"
                                                                              : "response false");
        if (what == "result") say(over ? "response p1win" : "response none");
    }

    void go(std::istringstream& words) {
        ++gos;
        ++gos_in_game;
        std::string word;
        bool endless = false, searchmoves = false;
        pondering = false;
        while (words >> word) {
            endless |= word == "infinite" || word == "ponder";
            pondering |= word == "ponder";
            if (searchmoves || word == "abc" || word == "xyzzy") complain("go: '" + word + "'?");
            searchmoves |= word == "searchmoves";
            if (word == "ponder" && is("die-ponder")) die();
        }
        if (endless && !is("impatient") && !is("ponder-early"))
            searching = true;
        else
            answer();
    }

    /// The first legal action, and the opponent's first as ponder move: two of these always hit.
    void answer_with_hint(const MoveList& moves) const {
        MoveList replies;
        legal_moves(rules, after(rules, position, moves[0]), replies);
        std::string text = "bestmove " + to_text(moves[0]);
        if (is("ponder-illegal"))
            text += " ponder a1l11";
        else if (!replies.empty())
            text += " ponder " + to_text(replies[0]);
        say(text);
    }

    /// Steps back and forth, so that no game is decided.
    void shuffle(const MoveList& moves) {
        std::string text = back;
        if (std::ranges::none_of(moves, [&](Move move) { return to_text(move) == text; }))
            text = to_text(moves[0]);
        const auto second = text.find_first_of("abcdefghijkl", 1); // of "a10b9"
        back = text.substr(second) + text.substr(0, second);
        say("bestmove " + text);
    }

    void answer() {
        // Until there is the file that opens the gate; `gate-game` counts within a game.
        if (behaves("gate") || (is("gate-game") && gos_in_game == from_go))
            while (!std::filesystem::exists("open" + std::to_string(from_go)))
                std::this_thread::sleep_for(std::chrono::milliseconds(2));
        if (behaves("slow")) std::this_thread::sleep_for(std::chrono::milliseconds(100));
        if (behaves("die-move")) die();
        if (behaves("die-held")) { // its child holds its output
            if (::fork() == 0) hang();
            die();
        }
        if (behaves("daemon")) start_daemon();
        if (behaves("leave")) std::exit(0);
        if (behaves("close")) {
            std::fclose(stdout);
            hang();
        }
        if (behaves("stall")) hang();
        if (behaves("buried-move")) { // prints before it, without an end of line
            say("hmm bestmove l11k10");
            hang();
        }
        if (behaves("flood-stderr")) {
            std::string noise; // far more than a pipe holds
            for (int i = 0; i < 40'000; ++i) noise += "noise on the error stream\n";
            std::cerr << noise;
        }
        if (behaves("megabyte-line")) say("info string " + std::string(1 << 20, 'x'));
        if (behaves("nothing")) return say("bestmove");
        if (behaves("endless-line"))
            while (std::cout) std::cout << std::string(1 << 12, 'x') << std::flush;
        if (behaves("illegal") || (behaves("illegal-once") && gos == from_go))
            return say("bestmove a1l11");
        if (behaves("late")) {
            for (std::string line; std::getline(std::cin, line) && line != "stop";) {
            }
        }
        MoveList moves;
        legal_moves(rules, position, moves);
        if (behaves("comment")) say("info string pgncomment not this");
        if (behaves("comment")) say("info string pgncomment of go " + std::to_string(gos));
        say("info depth 3 seldepth 4 score cp -17 nodes 123 nps 1000 time 1 pv a1b2");
        if (moves.empty()) return say("bestmove (none)");
        if (is("shuffle")) return shuffle(moves);
        if (hints()) return answer_with_hint(moves);
        say("bestmove " + to_text(moves[random() % moves.size()]));
        if (behaves("die-after")) die();
        if (behaves("twice")) say("bestmove " + to_text(moves[0]));
    }

    void handle(const std::string& line) {
        std::istringstream words(line);
        std::string word;
        words >> word;
        try {
            if (word == (ugi ? "ugi" : "uci"))
                greet();
            else if (word == "setoption")
                set_option(words);
            else if (word == "position")
                set_position(words);
            else if (word == "go")
                go(words);
            else if (word == "query" && words >> word)
                query(word);
            else if (word == "stop" && is("answers-stop"))
                answer();
            else if (word == "ucinewgame" || word == "uginewgame")
                gos_in_game = 0;
            else if (word != "stop" && word != "ponderhit")
                complain("unknown: " + line.substr(0, 20));
        } catch (const Error& error) {
            complain(word + ": " + error.what());
            if (is("dies-of-faults")) {
                std::signal(SIGSEGV, SIG_DFL); // which a sanitizer handles itself
                std::raise(SIGSEGV);
            }
        }
    }

    /// Ends the search and handles the commands that waited.
    void stop() {
        if (is("ponder-deaf")) hang();
        searching = false;
        answer();
        while (!searching && !held.empty()) {
            const std::string line = held.front();
            held.pop_front();
            handle(line);
        }
    }

    int run() {
        for (std::string line; std::getline(std::cin, line);) {
            const bool ends = line == "stop" || (line == "ponderhit" && pondering);
            if (line == "quit" && !is("ignore-quit"))
                return is("bad-status") ? 3 : 0;
            else if (line == "isready" && !(searching && is("deaf")))
                say("readyok");
            else if (is("refuses-late") && line.ends_with("newgame"))
                say("info string Hash: cannot allocate " + hash + " MB");
            else if (searching && ends)
                stop();
            else if (searching && is("refuses"))
                complain("busy");
            else if (searching)
                held.push_back(line);
            else
                handle(line);
        }
        if (is("ignore-quit") || is("ignore-end")) hang();
        return 0;
    }
};

} // namespace

int main(int argc, char** argv) {
    Mock mock;
    if (argc > 1) mock.ugi = std::string_view(argv[1]) == "ugi";
    if (argc > 2) mock.behaviour = argv[2];
    if (argc > 3) mock.from_go = std::stoi(argv[3]);
    return mock.run();
}
