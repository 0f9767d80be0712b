// An engine that plays at random and misbehaves as its arguments say; it tests the arena.
//
// mock_engine [uci|ugi [BEHAVIOUR [N]]]: from the N-th `go` on, the first unless given, or at once
// for those that concern the start.
#include "engine/apply.hpp"
#include "engine/movegen.hpp"
#include "engine/notation.hpp"
#include "engine/presets.hpp"

#include <chrono>
#include <csignal>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <thread>

namespace {

using namespace agon;

struct Mock {
    bool ugi = false;
    std::string behaviour;
    int from_go = 1;
    int gos = 0;
    Presets presets;
    RuleSet rules = presets.at(DEFAULT_PRESET).rules;
    Setup setup = Setup::Standard;
    Position position = setup_position(rules, setup);
    std::minstd_rand random{1};

    [[nodiscard]] bool behaves(std::string_view name) const {
        return behaviour == name && gos >= from_go;
    }

    [[nodiscard]] bool hints() const { return behaviour.find("ponder") != std::string::npos; }

    void say(const std::string& line) const { std::cout << line << std::endl; }

    [[noreturn]] static void hang() {
        while (true) std::this_thread::sleep_for(std::chrono::hours(1));
    }

    void greet() const {
        if (behaviour == "silent") hang();
        if (behaviour == "die-handshake") {
            std::cerr << "mock: no network file" << std::endl;
            std::exit(3);
        }
        say("id name mock");
        if (behaviour != "no-options") {
            say("option name UCI_Variant type combo default classic var classic");
            say("option name Setup type combo default default var default");
            say("option name RepetitionLimit type spin default 3 min 0 max 100");
            say("option name NoProgressLimit type spin default 100 min 0 max 1000");
        }
        if (hints()) say("option name Ponder type check default false");
        say(ugi ? "ugiok" : "uciok");
    }

    void set_option(std::istringstream& words) {
        std::string word, name, value;
        words >> word >> name >> word >> value;
        if (name == "UCI_Variant") rules = presets.at(value).rules;
        if (name == "Setup") setup = *find_setup(value);
    }

    void set_position(std::istringstream& words) {
        std::string word, text;
        words >> word;
        if (word == "startpos") {
            position = setup_position(rules, setup);
            words >> word;
        } else {
            while (words >> word && word != "moves") text += (text.empty() ? "" : " ") + word;
            position = parse_position(rules, text);
        }
        while (words >> word) apply(rules, position, parse_legal_move(rules, position, word));
    }

    /// Until it may answer.
    void ponder() const {
        if (behaviour == "die-ponder") std::raise(SIGKILL);
        if (behaviour == "ponder-early") return;
        for (std::string line; std::getline(std::cin, line);) {
            if (line == "ponderhit") return;
            if (line == "stop" && behaviour == "ponder-deaf") hang();
            if (line == "stop") return;
        }
    }

    /// The first legal action, expecting the same of the opponent: two of these foresee each other.
    void answer_with_hint(const MoveList& moves) const {
        MoveList replies;
        legal_moves(rules, after(rules, position, moves[0]), replies);
        std::string text = "bestmove " + to_text(moves[0]);
        if (behaviour == "ponder-illegal")
            text += " ponder a1l11";
        else if (replies.size() != 0)
            text += " ponder " + to_text(replies[0]);
        say(text);
    }

    void go(bool pondering) {
        ++gos;
        if (pondering) ponder();
        if (behaves("slow")) std::this_thread::sleep_for(std::chrono::milliseconds(100));
        if (behaves("die-move")) std::raise(SIGKILL);
        if (behaves("leave")) std::exit(0);
        if (behaves("close")) {
            std::fclose(stdout);
            hang();
        }
        if (behaves("stall")) hang();
        if (behaves("flood-stderr")) {
            std::string noise; // far more than a pipe holds
            for (int i = 0; i < 40'000; ++i) noise += "noise on the error stream\n";
            std::cerr << noise;
        }
        if (behaves("megabyte-line")) say("info string " + std::string(1 << 20, 'x'));
        if (behaves("endless-line"))
            while (std::cout) std::cout << std::string(1 << 12, 'x') << std::flush;
        if (behaves("nothing")) return say("bestmove");
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
        if (hints()) return answer_with_hint(moves);
        say("bestmove " + to_text(moves[random() % moves.size()]));
        if (behaves("die-after")) std::raise(SIGKILL);
    }

    void run() {
        for (std::string line; std::getline(std::cin, line);) {
            std::istringstream words(line);
            std::string word;
            words >> word;
            if (word == (ugi ? "ugi" : "uci"))
                greet();
            else if (word == "isready")
                say("readyok");
            else if (word == "setoption")
                set_option(words);
            else if (word == "position")
                set_position(words);
            else if (word == "go")
                go(words >> word && word == "ponder");
            else if (word == "quit" && behaviour != "ignore-quit")
                return;
        }
        if (behaviour == "ignore-quit") hang();
    }
};

} // namespace

int main(int argc, char** argv) {
    Mock mock;
    if (argc > 1) mock.ugi = std::string_view(argv[1]) == "ugi";
    if (argc > 2) mock.behaviour = argv[2];
    if (argc > 3) mock.from_go = std::stoi(argv[3]);
    mock.run();
}
