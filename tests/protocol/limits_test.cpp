// The limits of protocols.md section 6, on the real executable.
#include "tests/naive/referee.hpp"
#include "tests/support/arena.hpp"
#include "tests/support/build_kind.hpp"
#include "tests/support/random.hpp"
#include "tools/arena/conversation/boost_process.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <fstream>
#include <regex>
#include <thread>

namespace {

using namespace std::chrono_literals;
namespace bp = agon::bp;
using agon::test::Run;
using agon::test::TemporaryFolder;
using Clock = std::chrono::steady_clock;

constexpr int LONG_GAME = support::SLOW_BUILD ? 10'000 : 100'000;
const std::string NO_DRAWS = "setoption name NoProgressLimit value 0\n"
                             "setoption name RepetitionLimit value 1000\n";

/// A random game that nobody wins, in which nearly every position is new.
struct LongGame {
    explicit LongGame(int actions) {
        const naive::Rules rules = naive::preset("classic");
        support::Random random(5);
        for (int i = 0; i < actions; ++i) {
            const auto choices = naive::legal(rules, last);
            while (true) {
                const std::string& action = random.pick(choices);
                const naive::State next = naive::play(rules, last, action);
                if (naive::result(rules, next) != "none") continue;
                last = next;
                played.push_back(action);
                sides.push_back(before_white ? 'w' : 'b');
                before_white = naive::chooser(rules, last) == 'w';
                break;
            }
        }
        legal = naive::legal(rules, last);
    }

    naive::State last = naive::parse(naive::setup_text("standard"));
    std::vector<std::string> played;
    std::vector<char> sides; ///< that chose
    std::vector<std::string> legal;
    bool before_white = true;
};

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += ' ' + word;
    return text;
}

/// Sends `input` to agon and waits until it has finished.
Run say_all(const std::string& input, const std::string& arguments) {
    const TemporaryFolder folder;
    std::ofstream(folder / "input") << input;
    return agon::test::run_shell(AGON_BIN "/agon " + arguments + " <" + (folder / "input") +
                                 " 2>&1");
}

/// Sends `input` to agon, and `then` once each `go` has its bestmove or two minutes are over.
Run say(const std::string& input, const std::string& arguments = "",
        const std::string& then = "quit", const std::string& before = "") {
    const TemporaryFolder folder;
    std::ofstream(folder / "input") << input;
    const std::string output = folder / "output";
    std::ofstream{output};
    const auto searches = std::ranges::count_if(
        support::lines_of(input), [](const auto& line) { return line.starts_with("go "); });
    return agon::test::run_shell(
        "{ (cat " + (folder / "input") + "; for i in $(seq 1200); do [ $(grep -c ^bestmove " +
        output + ") -ge " + std::to_string(searches) + " ] && break; sleep 0.1; done; echo " +
        then + ") | (" + before + " exec " AGON_BIN "/agon " + arguments + ") >" + output +
        " 2>&1; status=$?; cat " + output + "; exit $status; }");
}

std::vector<std::string> legal_at_start() {
    return naive::legal(naive::preset("classic"), naive::parse(naive::setup_text("standard")));
}

constexpr std::size_t SEARCHES = 16; // one of them runs undisturbed even on a busy machine

/// Milliseconds of the quickest search after the first, whose time includes that of `position`.
int quickest(const std::string& output) {
    const std::regex format(" time ([0-9]+) [^\n]*\nbestmove");
    std::vector<int> times;
    for (std::sregex_iterator it(output.begin(), output.end(), format), end; it != end; ++it)
        times.push_back(std::stoi((*it)[1]));
    REQUIRE(times.size() == SEARCHES);
    return *std::min_element(times.begin() + 1, times.end());
}

std::string best_move(const Run& run) {
    std::smatch found;
    return std::regex_search(run.output, found, std::regex("(^|\n)bestmove ([a-l0-9]+)"))
               ? std::string(found[2])
               : "";
}

bool begins(const std::vector<std::string>& legal, const std::string& action) {
    return std::ranges::find(legal, action) != legal.end();
}

/// Whether it exits in time; kills it otherwise.
bool gone_within(bp::child& child, std::chrono::milliseconds limit) {
    const auto end = Clock::now() + limit;
    while (child.running() && Clock::now() < end) std::this_thread::sleep_for(2ms);
    const bool gone = !child.running();
    if (!gone) child.terminate();
    return gone;
}

} // namespace

TEST_CASE("a long game by UCI: the same position, and a search as quick as without the game") {
    const LongGame game(LONG_GAME);
    const std::string text = naive::text(game.last);
    std::string searches;
    for (std::size_t i = 0; i < SEARCHES; ++i) searches += "go nodes 20000\n";
    const std::string begin = NO_DRAWS + "position ";
    const Run with = say(begin + "startpos moves" + joined(game.played) + "\nd\n" + searches);
    CAPTURE(with.output);
    CHECK(with.says("\nFen: " + text + '\n'));
    CHECK(begins(game.legal, best_move(with)));
    const Run without = say(begin + text + '\n' + searches);
    CHECK(quickest(with.output) < 10 * quickest(without.output) + 10);
}

TEST_CASE("a long game by GTP: as long for each action as for the first ones") {
    const LongGame game(LONG_GAME);
    std::string input = "agon-param NoProgressLimit 0\nagon-param RepetitionLimit 1000\n";
    for (std::size_t i = 0; i < game.played.size(); ++i)
        input += std::string("play ") + game.sides[i] + ' ' + game.played[i] + '\n';
    input += "agon-fen\nundo\nundo\n";
    const auto begin = Clock::now();
    const Run run = say_all(input, "--protocol gtp");
    CHECK(run.status == 0);
    CHECK(run.says("\n= " + naive::text(game.last) + "\n\n=\n\n=\n\n"));
    CHECK_FALSE(run.says("?"));
    CHECK(Clock::now() - begin < 60s);
}

TEST_CASE("a list of 10 MB: played, or refused as a whole with the place of the fault") {
    // Four steps that lead back, so that the final position is known.
    constexpr int ROUNDS = 500'000;
    std::string line = "position startpos moves";
    for (int i = 0; i < ROUNDS; ++i) line += " a1a2 l11l10 a2a1 l10l11";
    REQUIRE(line.size() > 10'000'000);
    const Run run = say_all("setoption name RepetitionLimit value 0\n"
                            "setoption name NoProgressLimit value 0\n" +
                                line + "\nd\nposition startpos moves a1b2\n" + line + " a1a1\nd\n",
                            "--protocol uci");
    const std::string board = "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/";
    CHECK(run.status == 0);
    CHECK(run.says("\nFen: " + board + "Q1g1G1 w - - 2000000 1000001\n"));
    CHECK(run.says("info string position: action 2000001: 'a1a1'"));
    CHECK(run.says("\nFen: 1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/1Q4g/2g1G1 b - - 0 1\n"));
}

TEST_CASE("Hash 1") {
    const Run run = say("setoption name Hash value 1\ngo movetime 300\n");
    CHECK(begins(legal_at_start(), best_move(run)));
    CHECK_FALSE(run.says("info string"));
}

TEST_CASE("Threads 256: an answer in time, and a stop that works") {
    const auto legal = legal_at_start();
    // A sanitizer's bookkeeping for 256 threads takes longer than their search.
    const std::string threads =
        std::string("setoption name Threads value ") + (support::SLOW_BUILD ? "32" : "256") + '\n';
    const Run timed = say(threads + "go movetime 200\n");
    CHECK(begins(legal, best_move(timed)));
    const auto begin = Clock::now();
    const Run stopped = say(threads + "go infinite\nisready\nstop\n");
    CHECK(begins(legal, best_move(stopped)));
    CHECK(Clock::now() - begin < 100s);
}

TEST_CASE("fewer threads than requested: still an answer" *
          doctest::skip(support::SLOW_BUILD)) { // sanitizers need the address space
    const Run run = say("setoption name Threads value 256\ngo infinite\nstop\n", "", "quit",
                        "ulimit -v 600000;");
    CAPTURE(run.output);
    CHECK(run.status == 0);
    CHECK(begins(legal_at_start(), best_move(run)));
}

TEST_CASE("a clock of 0: an answer long before anybody asks for one") {
    const auto legal = legal_at_start();
    for (const char* go :
         {"go wtime 0 btime 0", "go wtime 0 btime 9999 winc 0", "go wtime -1", "go movetime 0"}) {
        const Run run = say(std::string(go) + '\n', "--protocol uci", "isready");
        CAPTURE(run.output);
        CHECK(begins(legal, best_move(run)));
        CHECK(run.output.find("\nbestmove ") < run.output.find("readyok"));
    }
    const Run ugi = say("go p1time 0 p2time 0\n", "--protocol ugi", "isready");
    CHECK(ugi.output.find("\nbestmove ") < ugi.output.find("readyok"));
    // The input ends when the answer has come, or after a minute: its end would stop the search.
    for (const char* clock : {"time_left w 0 0", "time_settings 0 0 0"}) {
        const TemporaryFolder folder;
        const std::string answered = folder / "answered";
        const auto begin = Clock::now();
        const Run run = agon::test::run_shell(
            std::string("(echo ") + clock + "; echo genmove w; i=0; while [ ! -e " + answered +
            " -a $((i += 1)) -le 600 ]; do sleep 0.1; done) | " AGON_BIN
            "/agon --protocol gtp --movetime 1000000000 | (read a; read b; read c; echo $c; "
            "touch " +
            answered + "; cat >/dev/null)");
        CHECK(Clock::now() - begin < 60s);
        REQUIRE(run.output.starts_with("= "));
        CHECK(begins(legal, run.output.substr(2, run.output.size() - 3)));
    }
}

TEST_CASE("the system clock set back: searches take as long as ever" *
          doctest::skip(support::SLOW_BUILD)) { // a sanitizer must be loaded first
    const TemporaryFolder folder;
    const std::string log = folder / "log";
    const auto begin = Clock::now();
    const Run run = agon::test::run_shell(
        "(echo setoption name Debug Log File value " + log +
        "; echo go movetime 400; echo isready; echo go wtime 9000 btime 9000; sleep 3) | "
        "LD_PRELOAD=" AGON_BACKWARD_CLOCK " " AGON_BIN "/agon");
    CHECK(Clock::now() - begin < 20s);
    CHECK(run.count("bestmove ") == 2);
    // The clock that the log reads did go back, by more than the hour that a time zone might.
    std::vector<std::string> stamps;
    for (const std::string& line : support::lines_of(agon::test::read_file(log)))
        stamps.push_back(line.substr(0, 19));
    REQUIRE(stamps.size() > 4);
    for (std::size_t i = 1; i < stamps.size(); ++i) CHECK(stamps[i] < stamps[i - 1]);
    // The last time that a search of 400 ms reports; it keeps 10 ms back.
    const std::string first = run.output.substr(0, run.output.find("bestmove"));
    std::smatch found;
    std::string rest = first;
    int time = -1;
    while (std::regex_search(rest, found, std::regex(" time ([0-9]+) "))) {
        time = std::stoi(found[1]);
        rest = found.suffix();
    }
    CHECK(time >= 0);
    CHECK(time < 2000);
}

TEST_CASE("standard output closed: ends with a message and status 1, whatever it was doing") {
    for (const char* doing :
         {"uci\n", "go infinite\n", "go perft 60\n", "uci\ngo movetime 60000\n"}) {
        CAPTURE(doing);
        bp::pipe in;
        bp::ipstream errors;
        auto out = std::make_unique<bp::pipe>();
        bp::child child(std::string(AGON_BIN) + "/agon", bp::std_in<in, bp::std_out> * out,
                        bp::std_err > errors);
        out.reset(); // nobody has the end to read from
        const std::string input = std::string(doing) + "isready\nd\n";
        in.write(input.data(), static_cast<int>(input.size()));
        REQUIRE(gone_within(child, 60s));
        CHECK(WIFEXITED(child.native_exit_code()));
        CHECK(child.exit_code() == 1);
        std::string word;
        std::getline(errors, word);
        CHECK(word == "agon: standard output cannot be written");
    }
    for (const char* command : {"legal", "rules", "--version"}) {
        const Run run =
            agon::test::run_shell(std::string(AGON_BIN "/agon ") + command + " 2>&1 >/dev/full");
        CHECK(run.status == 1);
        CHECK(run.output == "agon: standard output cannot be written\n");
    }
}

TEST_CASE("standard output not read: a search still stops, and nothing is lost") {
    bp::pipe in;
    bp::pipe out;
    bp::child child(std::string(AGON_BIN) + "/agon", bp::std_in<in, bp::std_out> out);
    std::string input;
    constexpr int TIMES = 300;
    for (int i = 0; i < TIMES; ++i) input += "d\n"; // far more than a pipe holds
    input += "go infinite\nstop\ngo depth 1\n";
    for (std::string_view rest = input; !rest.empty();)
        rest.remove_prefix(
            static_cast<std::size_t>(in.write(rest.data(), static_cast<int>(rest.size()))));
    in.close();
    // The end of input waits for the reader, as any filter does.
    std::this_thread::sleep_for(1s);
    CHECK(child.running());
    std::string text;
    std::array<char, 4096> block{};
    while (const int count = out.read(block.data(), static_cast<int>(block.size())))
        text.append(block.data(), static_cast<std::size_t>(count));
    CHECK(gone_within(child, 60s));
    CHECK(child.exit_code() == 0);
    const Run run{0, text};
    CHECK(run.count("Fen: ") == TIMES);
    CHECK(run.count("\nbestmove ") == 2);
}
