// Games between mock engines.
#pragma once

#include "tools/arena/match/game_player.hpp"

#include <boost/asio/io_context.hpp>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

namespace agon::match::test {

using namespace std::chrono_literals;

struct Hearing : Traffic {
    int warnings = 0;
    std::vector<std::string> positions; ///< `position` lines that engines were sent
    std::vector<std::string> lines;     ///< all lines that they were sent
    void warned(const TextEngine&, std::string_view) override { ++warnings; }
    void sent(const TextEngine&, std::string_view line) override {
        if (line.starts_with("position ")) positions.emplace_back(line);
        lines.emplace_back(line);
    }

    /// The number of sent lines that begin with `begin`.
    [[nodiscard]] long sent_lines(std::string_view begin) const {
        return std::ranges::count_if(
            lines, [&](const std::string& line) { return line.starts_with(begin); });
    }
};

/// Plays games between a mock engine as white and another, perhaps faulty, as black.
struct Table {
    explicit Table(std::vector<std::string> arguments, const char* variant = "classic")
        : Table(variant, config(std::move(arguments))) {}

    Table(const char* variant, EngineConfig black) : Table(variant, config({}), std::move(black)) {}

    Table(const char* variant, EngineConfig white, EngineConfig black)
        : rules(make_match_rules(variant, "preset", "", {})),
          engines{TextEngine(loop, std::move(white), rules.options(), hearing),
                  TextEngine(loop, std::move(black), rules.options(), hearing)} {}

    static EngineConfig config(std::vector<std::string> arguments) {
        EngineConfig config;
        config.command.program = std::string(AGON_BIN) + "/mock_engine";
        config.dialect = !arguments.empty() && arguments[0] == "ugi" ? Dialect::Ugi : Dialect::Uci;
        config.name = "mock";
        config.command.args = std::move(arguments);
        parse_clock("20+1", config.time_control);
        return config;
    }

    /// With little time on its clock.
    static EngineConfig hurried(std::vector<std::string> arguments) {
        EngineConfig hurried = config(std::move(arguments));
        parse_clock("0.3+0.1", hurried.time_control);
        return hurried;
    }

    GameRecord play() {
        GameTask task;
        task.first = rules.start();
        task.start_is_setup = true;
        task.engines = {&engines[0], &engines[1]};
        GamePlayer player(rules, adjudication, spectator);
        GameRecord result;
        player.play(task, [&](GameRecord record, std::optional<std::string> never_started) {
            result = std::move(record);
            refusal = std::move(never_started);
            loop.stop();
        });
        loop.restart();
        loop.run();
        return result;
    }

    Verdict verdict() { return play().verdict; }

    MatchRules rules;
    Adjudication adjudication;
    Spectator spectator;
    Hearing hearing;
    boost::asio::io_context loop;
    PerSide<TextEngine> engines;
    std::optional<std::string> refusal;
};

} // namespace agon::match::test
