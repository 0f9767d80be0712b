// A short match with an SPRT, for the tests of its report.
#pragma once

#include "protocol/record/match_rules.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/result.hpp"
#include "tools/arena/journal/journals.hpp"

namespace agon::test {

/// Two pairs of games without actions: A wins both games of the first pair, then wins one and draws
/// one.
inline arena::MatchHistory two_pairs() {
    using namespace arena;
    MatchHistory history;
    history.rules = make_match_rules("classic", "standard", "", {});
    history.settings = {{"engines",
                         {{{"name", "A"}, {"cmd", "a"}, {"proto", "uci"}},
                          {{"name", "B"}, {"cmd", "b"}, {"proto", "uci"}}}},
                        {"games", 2},
                        {"swap", true},
                        {"sprt",
                         {{"elo0", 0.0},
                          {"elo1", 50.0},
                          {"alpha", 0.05},
                          {"beta", 0.05},
                          {"model", "normalized"}}}};
    const auto add = [&](int number, bool a_is_white, Result result) {
        GameRecord& record = history.games[number];
        record.number = number;
        record.encounter = static_cast<std::size_t>(number - 1) / 2;
        record.names = a_is_white ? PerSide<std::string>{"A", "B"} : PerSide<std::string>{"B", "A"};
        record.first = record.last = history.rules.start();
        record.verdict = {result, Termination::Normal, "White wins (throne)", std::nullopt};
    };
    add(1, true, Result::WhiteWins);
    add(2, false, Result::BlackWins);
    add(3, true, Result::Draw);
    add(4, false, Result::BlackWins);
    return history;
}

/// A has a bye, C beats B by 1.5 to 0.5, and the final of A and C is level after its encounter.
inline arena::MatchHistory knockout_of_three() {
    using namespace agon::arena;
    MatchHistory history = two_pairs();
    history.games.clear();
    history.settings.erase("sprt");
    history.settings["engines"].push_back({{"name", "C"}, {"cmd", "c"}, {"proto", "uci"}});
    history.settings["tournament"] = "knockout";
    history.settings["rounds"] = 1;
    const auto add = [&](int number, int round, const char* white, const char* black,
                         Result result) {
        GameRecord& record = history.games[number];
        record.number = number;
        record.round = round;
        record.encounter = static_cast<std::size_t>(number - 1) / 2;
        record.names = {white, black};
        record.first = record.last = history.rules.start();
        record.verdict = {result, Termination::Normal, "White wins (throne)", std::nullopt};
    };
    add(1, 1, "B", "C", Result::Draw);
    add(2, 1, "C", "B", Result::WhiteWins);
    add(3, 2, "A", "C", Result::WhiteWins);
    add(4, 2, "C", "A", Result::WhiteWins);
    return history;
}

} // namespace agon::test
