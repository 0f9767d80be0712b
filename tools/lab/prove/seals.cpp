// agon-seals: how often games have seals, and play against sealed sides.
#include "engine/error.hpp"
#include "engine/game/outcome.hpp"
#include "engine/game/seal.hpp"
#include "engine/notation/notation.hpp"
#include "engine/rules/presets.hpp"
#include "protocol/cli/options.hpp"
#include "protocol/cli/program.hpp"
#include "tools/lab/prove/sealed_play.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <iostream>
#include <limits>
#include <utility>
#include <vector>

namespace {

using agon::program::Words;

constexpr const char* USAGE =
    R"(agon-seals [OPTIONS]  games of the engine against itself, and play against sealed sides

Counts the games in which a side is sealed, so that it cannot lose, and those that it lost all the
same by leaving its seal. With --play, each sealed side then steps to and fro against a random
player, a greedy one and the engine; the exit status is 1 if one of them is stopped. The same
options give the same games.
)";
constexpr const char* EXAMPLES =
    R"(  agon-seals --variant classic --games 100 --nodes 10000
  agon-seals --variant ludii --nodes 500 --play 1000000
  agon-seals --list >positions.epd
)";

constexpr int TURNS = 40; ///< in each play against a sealed side

struct Count {
    int games = 0, with_seal = 0, both = 0, lost = 0;
    std::uint64_t positions = 0, sealed = 0;
};

/// Processor time of one test for a seal, on average; of five rounds the fastest, which other
/// programs disturb least.
double nanoseconds(const agon::RuleSet& rules, const std::vector<agon::Position>& positions) {
    std::clock_t best = std::numeric_limits<std::clock_t>::max();
    std::uint64_t sealed = 0;
    for (int round = 0; round < 5; ++round) {
        const std::clock_t begin = std::clock();
        for (const agon::Position& position : positions)
            for (const agon::Side side : agon::BOTH_SIDES)
                if (agon::find_seal(rules, position, side)) ++sealed;
        best = std::min(best, std::clock() - begin);
    }
    // `sealed` is used, so that the compiler keeps the calls.
    if (sealed % 5 != 0) throw agon::Error("a test for a seal depends on more than the position");
    return static_cast<double>(best) * (1e9 / CLOCKS_PER_SEC) /
           static_cast<double>(2 * positions.size());
}

int run(const Words& args) {
    agon::program::require_arguments("agon-seals", args);
    agon::Presets presets;
    std::string variant = "classic";
    Words files;
    int games = 0;
    std::uint64_t nodes = 1000, attack_nodes = 100, turns = 0, seed = 1;
    bool list = false, time = false;
    agon::program::Options options("agon-seals", USAGE, EXAMPLES);
    options.text("variant", variant, "NAME", "rules to play by");
    options.list("variant-path", files, "FILE", "rules file with more rule sets");
    options.number("games", games, "to play; 0: 20, or with --play as many as it needs", 0);
    options.number("nodes", nodes, "of each search of the games", 1);
    options.number("play", turns, "turns of sealed sides to play", 0);
    options.number("attack-nodes", attack_nodes, "of each search of the engine as attacker", 1);
    options.number("seed", seed, "of the games", 0);
    options.flag("list", list, "print the position one action before each side's first seal");
    options.flag("time", time, "print also how long a test for a seal takes");
    options.goes_with("attack-nodes", "play");
    options.excludes("list", "play");
    options.excludes("list", "time");
    if (!options.read(args)) return 0;
    for (const std::string& file : files)
        agon::program::reading_file("--variant-path", [&] { presets.load(file); });
    const agon::Preset& preset = presets.at(agon::program::choice(
        "--variant", variant, agon::program::words_of(presets.all(), &agon::Preset::name)));
    const agon::RuleSet& rules = preset.rules;
    if (!agon::has_seals(rules))
        throw agon::Error(preset.name + ": only rules with flank = line, between = illegal, "
                                        "repetition = draw, and effect = relocate or remove");
    if (games == 0 && turns == 0) games = 20;

    Count count;
    std::vector<agon::Position> tested;
    agon::prove::SelfPlay self_play(rules, nodes, seed);
    agon::prove::SealedPlay play(attack_nodes, seed);
    while ((games == 0 || count.games < games) && (turns == 0 || play.turns < turns)) {
        agon::PerSide<bool> sealed{};
        bool both = false;
        std::vector<std::pair<agon::Position, agon::Side>> starts;
        agon::Position before;
        const agon::Game game = self_play.play([&](const agon::Game& g) {
            const agon::Position& now = g.position();
            ++count.positions;
            int sides = 0;
            if (time && !agon::is_decided(rules, now)) tested.push_back(now);
            if (!agon::is_decided(rules, now))
                for (const agon::Side side : agon::BOTH_SIDES)
                    if (agon::find_seal(rules, now, side)) {
                        if (list && !sealed[side] && count.positions > 1)
                            std::cout << agon::to_text(before) << '\n';
                        starts.emplace_back(now, side);
                        sealed[side] = true;
                        ++sides;
                    }
            count.sealed += sides > 0 ? 1 : 0;
            both |= sides == 2;
            before = now;
        });
        ++count.games;
        count.with_seal += !starts.empty() ? 1 : 0;
        count.both += both ? 1 : 0;
        const auto outcome = game.outcome();
        if (outcome && outcome->winner && sealed[~*outcome->winner]) ++count.lost;
        using agon::prove::Attacker;
        if (turns > 0)
            for (const auto& [position, side] : starts)
                for (const Attacker attacker :
                     {Attacker::Random, Attacker::Greedy, Attacker::Engine})
                    play.play(rules, position, side, attacker, TURNS);
    }
    if (list) return 0;
    std::cout << fmt::format("{}: {} games, {} with a seal, {} with one for both sides at once; "
                             "{} lost after a seal; {} of {} positions\n",
                             preset.name, count.games, count.with_seal, count.both, count.lost,
                             count.sealed, count.positions);
    if (time)
        std::cout << fmt::format("{}: a test for a seal takes {:.0f} ns\n", preset.name,
                                 nanoseconds(rules, tested));
    if (turns > 0)
        std::cout << fmt::format("{}: played {} turns of sealed sides in {} games: every step "
                                 "legal, nothing captured, none lost\n",
                                 preset.name, play.turns, play.games);
    return 0;
}

} // namespace

int main(int argc, char** argv) { return agon::program::run_main("agon-seals", argc, argv, run); }
