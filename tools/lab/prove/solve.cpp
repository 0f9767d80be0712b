// agon-solve: proves forced wins, of one position or along games.
#include "engine/byte_order_mark.hpp"
#include "engine/error.hpp"
#include "engine/game/outcome.hpp"
#include "engine/notation/notation.hpp"
#include "protocol/cli/options.hpp"
#include "protocol/cli/program.hpp"
#include "tools/lab/prove/problems.hpp"
#include "tools/lab/prove/solver.hpp"

#include <fmt/ranges.h>

#include <iostream>

namespace {

using agon::program::UsageError;
using agon::program::Words;

constexpr const char* USAGE =
    R"(agon-solve [OPTIONS] POSITION        the shortest win that the chooser can force
agon-solve --find [OPTIONS] < GAMES  positions with such wins near the end of games

POSITION is a position text or startpos, optionally with moves ACTION...; it needs no quotes.
A game is a line PRESET POSITION [moves ACTION...]. The output of --find is for
`agon bench --suite FILE`; progress goes to standard error. A list of positions also works.
)";
constexpr const char* EXAMPLES =
    R"(  agon-solve "6/7/8/5Gq2/5G4/4GQG4/3GG2g2/g1g1g4/8/6g/g5 w - - 0 41"
  agon-solve startpos moves a1b2 l11k10
  agon-solve --variant ham --plies 7 "6/7/8/9/3Qgg4/3GgqgG3/4g5/3g1G3/1GG2G2/7/6 w - - 0 1"
  agon-solve --find --quota 2 < games.txt > wins.txt
  cut -d ' ' -f 1,5- wins.txt | agon-solve --find --lengthen 1000
)";

/// The games on standard input, without blank lines and comments.
std::vector<agon::solve::PlayedGame> read_games(const agon::Presets& presets) {
    std::vector<agon::solve::PlayedGame> games;
    std::size_t number = 0;
    agon::skip_byte_order_mark(std::cin);
    for (std::string line; std::getline(std::cin, line);) {
        ++number;
        if (line.empty() || line[0] == '#') continue;
        try {
            games.push_back(agon::solve::parse_game(presets, line));
        } catch (const agon::Error& error) {
            throw agon::Error(fmt::format("line {}: {}", number, error.what()));
        }
    }
    return games;
}

void find(const agon::Presets& presets, const agon::solve::FindSettings& settings,
          const agon::solve::LengthenSettings& lengthening) {
    const auto games = read_games(presets);
    auto problems =
        find_problems(presets, games, settings, [&](std::size_t searched, std::size_t kept) {
            std::cerr << fmt::format("game {} of {}, {} kept\n", searched, games.size(), kept);
        });
    if (lengthening.tries > 0)
        problems = lengthen(
            problems, settings.effort, lengthening,
            [](const agon::solve::Problem& problem) { std::cerr << suite_line(problem) << '\n'; });
    for (const auto& problem : problems) std::cout << suite_line(problem) << '\n';
}

/// The position of `startpos moves ...`, or of a position text, `fen` before it or not.
agon::Position read_position(const agon::Presets& presets, const agon::Preset& preset,
                             const Words& words) {
    constexpr std::string_view STARTPOS = "startpos", FEN = "fen ";
    std::string text = fmt::format("{}", fmt::join(words, " "));
    if (text.starts_with(STARTPOS))
        text.replace(0, STARTPOS.size(), agon::setup_text(preset.rules.setup));
    else if (text.starts_with(FEN))
        text.erase(0, FEN.size());
    return agon::solve::parse_game(presets, preset.name + ' ' + text).line.back();
}

void solve(const agon::Presets& presets, const std::string& variant, const Words& words,
           const agon::solve::Effort& effort) {
    const agon::Preset& preset = presets.at(variant);
    const agon::Position position = read_position(presets, preset, words);
    if (agon::is_decided(preset.rules, position)) {
        std::cout << "no win: the game is over\n";
        return;
    }
    const auto verdict = agon::solve::solve(preset.rules, position, effort);
    if (!verdict.win) {
        std::cout << (verdict.exhaustive
                          ? fmt::format("no win within plies {}, proved, nodes {}; --plies looks "
                                        "for longer ones\n",
                                        effort.max_plies, verdict.nodes)
                          : fmt::format("unknown: no win found, and not proved that there is none "
                                        "within plies {}, nodes {}; --nodes allows more\n",
                                        effort.max_plies, verdict.nodes));
        return;
    }
    std::cout << fmt::format("win in {}{}, plies {}, nodes {}\n",
                             verdict.exhaustive ? "" : "at most ", verdict.win->winner_actions,
                             verdict.win->plies, verdict.nodes);
    Words line;
    for (const agon::Move move : verdict.line) line.push_back(agon::to_text(move));
    if (line.empty()) return; // no nodes were left for it
    const bool whole = line.size() == static_cast<std::size_t>(verdict.win->plies);
    std::cout << fmt::format("action {}, line {}{}\n", line.front(), fmt::join(line, " "),
                             whole ? "" : " ...");
}

int run(const Words& args) {
    const agon::Presets presets;
    agon::solve::FindSettings settings;
    std::string variant{agon::DEFAULT_PRESET};
    agon::solve::LengthenSettings lengthening{.tries = 0};
    bool finds = false;
    Words position;
    agon::program::Options options("agon-solve", USAGE, EXAMPLES);
    options.choice("variant", variant, agon::program::words_of(presets.all(), &agon::Preset::name),
                   "rules to play by");
    options.number("plies", settings.effort.max_plies, "longest win to look for, in actions", 1,
                   agon::solve::MAX_PLIES);
    options.number("nodes", settings.effort.nodes,
                   "of the search of all actions, which proves the shortest win", 1);
    options.number("attack", settings.effort.attack_nodes,
                   "of a second search, in which the chooser steps only inward or to capture; it "
                   "proves an upper bound on the length of a win",
                   0);
    options.flag("find", finds, "look for positions in games");
    options.number("quota", settings.quota,
                   "with --find, positions for each preset and each length from 2 to 9", 1);
    options.number("lengthen", lengthening.tries,
                   "with --find, alter the longest of the positions at random, N times for "
                   "each preset, and print its longest win whose length is proved",
                   0);
    options.number("seed", lengthening.seed, "of the random numbers of --lengthen", 0);
    options.words(position, "POSITION", 0, 1'000'000);
    options.excludes("find", "variant"); // each game names its own
    options.goes_with("quota", "find").goes_with("lengthen", "find").goes_with("seed", "lengthen");
    if (!options.read(args)) return 0;
    if (finds != position.empty())
        throw UsageError("expected either POSITION or --find; see 'agon-solve --help'");
    if (finds)
        find(presets, settings, lengthening);
    else
        solve(presets, variant, position, settings.effort);
    return 0;
}

} // namespace

int main(int argc, char** argv) { return agon::program::run_main("agon-solve", argc, argv, run); }
