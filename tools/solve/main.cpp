// agon-solve: proves forced wins, of one position or along games.
#include "engine/notation.hpp"
#include "protocol/program/program.hpp"
#include "tools/solve/finder.hpp"

#include <iostream>

namespace {

namespace po = boost::program_options;

/// The lines of standard input, blank ones and comments left out.
std::vector<agon::solve::PlayedGame> read_games(const agon::Presets& presets) {
    std::vector<agon::solve::PlayedGame> games;
    std::size_t number = 0;
    for (std::string line; std::getline(std::cin, line);) {
        ++number;
        if (line.empty() || line[0] == '#') continue;
        try {
            games.push_back(agon::solve::parse_game(presets, line));
        } catch (const agon::Error& error) {
            throw agon::Error("line " + std::to_string(number) + ": " + error.what());
        }
    }
    return games;
}

void find(const agon::solve::FindSettings& settings) {
    const agon::Presets presets;
    const auto games = read_games(presets);
    const auto problems =
        find_problems(presets, games, settings, [&](std::size_t looked_at, std::size_t kept) {
            std::cerr << "game " << looked_at << " of " << games.size() << ", " << kept << " kept"
                      << std::endl;
        });
    for (const auto& problem : problems) std::cout << suite_line(problem) << '\n';
}

void solve(const std::string& variant, const std::string& text, const agon::solve::Effort& effort) {
    const agon::Presets presets;
    const agon::RuleSet& rules = presets.at(variant).rules;
    const auto verdict = agon::solve::solve(rules, agon::parse_position(rules, text), effort);
    if (verdict.win)
        std::cout << "win in " << (verdict.exhaustive ? "" : "at most ")
                  << verdict.win->winner_actions << ", plies " << verdict.win->plies;
    else if (verdict.exhaustive)
        std::cout << "no win within plies " << effort.most_plies;
    else
        std::cout << "unknown";
    std::cout << ", nodes " << verdict.nodes << '\n';
}

void check(const agon::solve::Effort& effort) {
    if (effort.most_plies < 1 || effort.most_plies > agon::solve::MAX_PLIES)
        throw agon::Error("--plies is not from 1 to " + std::to_string(agon::solve::MAX_PLIES));
}

int run(int argc, char** argv) {
    agon::solve::FindSettings settings;
    std::string variant{agon::DEFAULT_PRESET}, position;
    po::options_description options(
        "agon-solve [OPTIONS] POSITION         the shortest win that the chooser can force\n"
        "agon-solve --find [OPTIONS] <GAMES    positions with such wins near the end of games, "
        "for\n"
        "                                      `agon bench --suite FILE`; a game is a line\n"
        "                                      PRESET POSITION [moves ACTION...]\n\n"
        "Options");
    const auto number = [&](const char* name, auto& variable, const char* help) {
        options.add_options()(name, po::value(&variable)->value_name("N")->default_value(variable),
                              help);
    };
    options.add_options()("variant", po::value(&variant)->value_name("NAME"),
                          "preset to play by, classic unless given");
    number("plies", settings.effort.most_plies, "longest win to look for, in actions of anyone");
    number("nodes", settings.effort.nodes,
           "of the search of all actions, which proves the shortest");
    number(
        "attack", settings.effort.attack_nodes,
        "then of one in which the chooser steps only inward or to capture; it proves a win in at "
        "most so many");
    options.add_options()("find", "look for positions; progress is told on standard error");
    number("quota", settings.quota,
           "positions to find for each preset and each length from 2 to 9");
    options.add_options()("help", "this text");
    po::options_description all;
    all.add(options).add_options()("position", po::value(&position));
    po::positional_options_description words;
    words.add("position", 1);
    po::variables_map given;
    if (!agon::program::read_options({argv + 1, argv + argc}, all, words, options, given)) return 0;
    check(settings.effort);
    if (given.count("find") != 0 ? !position.empty() : position.empty())
        throw agon::Error("either a position or --find, see --help");
    if (given.count("find") != 0)
        find(settings);
    else
        solve(variant, position, settings.effort);
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    return agon::program::exit_status("agon-solve", 1, [&] { return run(argc, argv); });
}
