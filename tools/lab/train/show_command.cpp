#include "engine/game/outcome.hpp"
#include "engine/game/turn.hpp"
#include "engine/rules/presets.hpp"
#include "protocol/cli/options.hpp"
#include "tools/lab/train/commands.hpp"
#include "tools/lab/train/game_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>
#include <map>

namespace agon::train {
namespace {

constexpr const char* SHOW_USAGE =
    R"(agon-train show FILE...

Summarises files of games by rule set: games, results, positions, scores.
)";
constexpr const char* SHOW_EXAMPLES =
    R"(  agon-train show classic.games
  agon-train show part1.games part2.games
)";

/// Upper bounds of the score histogram's classes, for scores of either sign.
constexpr std::array CLASSES = {25, 50, 100, 200, 400, 800, 1600, search::LARGEST_EVALUATION};

struct Contents {
    std::size_t games = 0, decided = 0, positions = 0;
    std::size_t random = 0, capturing = 0, settling = 0, placing = 0, proved = 0;
    std::array<std::size_t, CLASSES.size()> scores{};

    void add(const RecordedGame& record) {
        ++games;
        decided += record.winner.has_value();
        Game game(record.rules, record.start, {.repetition = 0, .no_progress = 0});
        for (const RecordedAction& action : record.actions) {
            ++positions;
            random += action.random;
            placing += game.position().placing();
            settling += !game.position().placing() && is_settling(game.rules(), game.position());
            capturing += action.best_captures && !game.position().placing();
            const int margin = std::abs(action.score);
            if (action.score != NO_SCORE)
                ++scores[static_cast<std::size_t>(std::ranges::lower_bound(CLASSES, margin) -
                                                  CLASSES.begin())];
            proved += margin == search::LARGEST_EVALUATION;
            game.play(action.played);
        }
    }
};

std::string name_of(const Presets& presets, const RuleSet& rules) {
    for (const Preset& preset : presets.all())
        if (preset.rules == rules) return preset.name;
    return "other rules";
}

} // namespace

int show_command(const program::Words& args) {
    program::Words files;
    program::Options options("agon-train show", SHOW_USAGE, SHOW_EXAMPLES);
    options.words(files, "FILE", 1, 100'000);
    if (!options.read(args)) return 0;
    const Presets presets;
    std::map<std::string, Contents> by_rules;
    for (const std::string& file : files) {
        GameReader reader(file);
        while (const auto game = reader.next()) by_rules[name_of(presets, game->rules)].add(*game);
    }
    for (const auto& [name, held] : by_rules) {
        const auto share = [](std::size_t part, std::size_t whole) {
            return fmt::format(
                "{} ({:.1f} %)", part,
                whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole));
        };
        std::cout << fmt::format("{}: {} games, decided {}, {} positions\n", name, held.games,
                                 share(held.decided, held.games), held.positions);
        for (const auto& [kind, count] :
             {std::pair("action at random", held.random),
              std::pair("best action captures", held.capturing),
              std::pair("relocations", held.settling), std::pair("placements", held.placing),
              std::pair("proved wins and losses", held.proved)})
            std::cout << fmt::format("  {:<32}{}\n", kind, share(count, held.positions));
        for (std::size_t i = 0; i < CLASSES.size(); ++i)
            std::cout << fmt::format("  score up to {:<20}{}\n", CLASSES[i],
                                     share(held.scores[i], held.positions));
    }
    return 0;
}

} // namespace agon::train
