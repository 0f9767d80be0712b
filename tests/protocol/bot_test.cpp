// The bot that the README offers to copy, if there is a Python to run it.
#include "tests/naive/referee.hpp"
#include "tools/arena/conversation/boost_process.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

TEST_CASE("the example bot ignores extra spaces, and answers before it quits") {
#ifdef AGON_PYTHON
    namespace bp = agon::bp;
    bp::opstream in;
    bp::ipstream out;
    bp::child bot(AGON_PYTHON, AGON_BOT, std::string(AGON_BIN) + "/agon",
                  bp::std_in<in, bp::std_out> out);
    in << "\xef\xbb\xbfugi \n\tgo\tinfinite \r\n isready\n go infinite\n\tquit \n" << std::flush;
    std::vector<std::string> words;
    for (std::string line; std::getline(out, line);)
        if (!line.starts_with("option ")) words.push_back(line.substr(0, line.find(' ')));
    bot.wait();
    CHECK(bot.exit_code() == 0);
    CHECK(words ==
          std::vector<std::string>{"id", "id", "ugiok", "readyok", "bestmove", "bestmove"});
#else
    MESSAGE("no Python here: the bot is not run");
#endif
}

TEST_CASE("the example bot answers in UGI with legal actions until the game is over") {
#ifdef AGON_PYTHON
    namespace bp = agon::bp;
    bp::opstream in;
    bp::ipstream out;
    bp::child bot(AGON_PYTHON, AGON_BOT, std::string(AGON_BIN) + "/agon",
                  bp::std_in<in, bp::std_out> out);
    const auto ask = [&](const std::string& line) {
        in << line << std::endl;
        std::string answer;
        std::getline(out, answer);
        return answer;
    };
    CHECK(ask("ugi") == "id name Inward");
    const naive::Rules rules = naive::preset("classic");
    naive::State state = naive::parse(naive::setup_text("standard"));
    naive::History history(state);
    const auto over = [&] { // with agon's default limits (protocols.md section 1)
        return naive::result(rules, state) != "none" || history.repetition(3) ||
               history.no_progress(100);
    };
    std::string moves;
    for (int i = 0; i < 100 && !over(); ++i) {
        in << "position startpos" << (moves.empty() ? "" : " moves") << moves << '\n';
        std::string answer = ask("go");
        while (!answer.starts_with("bestmove ") && std::getline(out, answer)) {
        }
        REQUIRE(answer.starts_with("bestmove "));
        const std::string move = answer.substr(9);
        REQUIRE(std::ranges::count(naive::legal(rules, state), move) == 1);
        state = naive::play(rules, state, move);
        history.add(state);
        moves += " " + move;
    }
    in << "quit" << std::endl;
    bot.wait();
    CHECK(bot.exit_code() == 0);
#else
    MESSAGE("no Python here: the bot is not run");
#endif
}
