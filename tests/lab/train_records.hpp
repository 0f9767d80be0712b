// Games for training, made without a search.
#pragma once

#include "engine/game/movegen.hpp"
#include "engine/notation/notation.hpp"
#include "tests/support/arena.hpp"
#include "tests/support/player.hpp"
#include "tools/lab/train/game_file.hpp"

#include <functional>
#include <string>
#include <vector>

namespace support {

using agon::test::write_file;

/// All games of a file.
inline std::vector<agon::train::RecordedGame> read_games(const std::string& file) {
    agon::train::GameReader reader(file);
    std::vector<agon::train::RecordedGame> games;
    while (auto game = reader.next()) games.push_back(*game);
    return games;
}

/// A game of `length` random actions, or fewer if it ends; `score` replaces the search.
inline agon::train::RecordedGame
random_game(const agon::RuleSet& rules, const agon::Position& start, std::uint64_t number,
            std::size_t length, const std::function<int(const agon::Position&, Random&)>& score) {
    Random random(number);
    Player player(random);
    agon::Game game(rules, start, {0, 0});
    agon::train::RecordedGame record;
    record.series = 5;
    record.number = number;
    record.rules = rules;
    record.start = start;
    agon::MoveList moves;
    while (record.actions.size() < length && !game.outcome()) {
        agon::legal_moves(rules, game.position(), moves);
        record.actions.push_back({.played = player.choose(rules, game.position(), moves),
                                  .score = score(game.position(), random),
                                  .best_captures = random.percent(20),
                                  .random = random.percent(20)});
        game.play(record.actions.back().played);
    }
    if (const auto outcome = game.outcome()) record.winner = outcome->winner;
    return record;
}

/// A game of classic from the standard setup, by the given actions.
inline agon::train::RecordedGame
game_of_actions(std::uint64_t number, std::optional<agon::Side> winner,
                const std::vector<agon::train::RecordedAction>& actions) {
    agon::train::RecordedGame record;
    record.series = 1;
    record.number = number;
    record.start = agon::setup_position(record.rules, agon::Setup::Standard);
    record.winner = winner;
    record.actions = actions;
    return record;
}

} // namespace support
