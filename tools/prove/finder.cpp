#include "tools/prove/finder.hpp"

#include "engine/game/apply.hpp"
#include "engine/game/legal.hpp"
#include "engine/game/outcome.hpp"
#include "engine/game/symmetry.hpp"
#include "engine/record/notation.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <tuple>

namespace agon::solve {
namespace {

constexpr int MOST_UNPROVED = 2; ///< positions in a row

/// The proved wins near the end of a game, the last position first.
std::vector<Problem> walk_back(const PlayedGame& game, const FindSettings& settings) {
    const RuleSet& rules = game.preset->rules;
    const auto outcome = decided(rules, game.line.back());
    std::vector<Problem> problems;
    int unproved = 0;
    for (auto p = game.line.rbegin(); p != game.line.rend() && unproved < MOST_UNPROVED; ++p) {
        if (is_decided(rules, *p) || (outcome && chooser(rules, *p) != outcome->winner)) continue;
        Position position = *p;
        position.clock = 0;
        const Verdict verdict = solve(rules, position, settings.effort);
        unproved = verdict.win ? 0 : unproved + 1;
        if (verdict.win && verdict.win->winner_actions >= settings.least_mate)
            problems.push_back({game.preset, position, *verdict.win, verdict.exhaustive});
    }
    return problems;
}

} // namespace

PlayedGame parse_game(const Presets& presets, std::string_view text) {
    std::istringstream words{std::string(text)};
    std::string word, position;
    words >> word;
    PlayedGame game{&presets.at(word), {}};
    const RuleSet& rules = game.preset->rules;
    while (words >> word && word != "moves") position += (position.empty() ? "" : " ") + word;
    game.line.push_back(parse_position(rules, position));
    while (words >> word)
        game.line.push_back(
            after(rules, game.line.back(), parse_legal_move(rules, game.line.back(), word)));
    return game;
}

std::vector<Problem> find_problems(const Presets& presets, const std::vector<PlayedGame>& games,
                                   const FindSettings& settings, const FindProgress& progress) {
    std::map<const Preset*, std::map<int, std::vector<Problem>>> kept;
    std::map<const Preset*, std::set<std::string>> met;
    const auto share = [&](const Problem& problem) -> std::vector<Problem>& {
        return kept[problem.preset][std::min(problem.length.winner_actions, settings.last_mate)];
    };
    const auto full = [&](const Preset* preset) {
        for (int n = settings.least_mate; n <= settings.last_mate; ++n)
            if (kept[preset][n].size() < settings.quota) return false;
        return true;
    };
    std::size_t searched = 0, count = 0;
    for (const PlayedGame& game : games) {
        if (full(game.preset)) continue;
        const Problem* best = nullptr;
        const auto problems = walk_back(game, settings);
        for (const Problem& problem : problems) {
            const std::size_t size = share(problem).size();
            if (size >= settings.quota ||
                met[game.preset].contains(canonical_text(problem.position)))
                continue;
            if (!best || size <= share(*best).size()) best = &problem;
        }
        if (best && met[game.preset].insert(canonical_text(best->position)).second) {
            share(*best).push_back(*best);
            ++count;
        }
        progress(++searched, count);
    }
    std::vector<Problem> all;
    for (const Preset& preset : presets.all())
        for (const auto& [n, problems] : kept[&preset])
            all.insert(all.end(), problems.begin(), problems.end());
    std::ranges::stable_sort(
        all, {}, [&](const Problem& p) { return std::tuple(p.preset, p.length.winner_actions); });
    return all;
}

std::string suite_line(const Problem& problem) {
    return fmt::format("{} {} {} {} {}", problem.preset->name, problem.length.winner_actions,
                       problem.length.plies, problem.shortest ? "shortest" : "at-most",
                       to_text(problem.position));
}

} // namespace agon::solve
