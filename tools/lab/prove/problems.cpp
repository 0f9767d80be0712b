#include "tools/lab/prove/problems.hpp"

#include "engine/game/apply.hpp"
#include "engine/game/movegen.hpp"
#include "engine/game/outcome.hpp"
#include "engine/game/symmetry.hpp"
#include "engine/game/turn.hpp"
#include "engine/notation/notation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <tuple>

namespace agon::solve {
namespace {

constexpr int MAX_UNPROVED = 2; ///< positions in a row

/// The proved wins near the end of a game, the last position first.
std::vector<Problem> walk_back(const PlayedGame& game, const FindSettings& settings) {
    const RuleSet& rules = game.preset->rules;
    const auto outcome = decided(rules, game.line.back());
    std::vector<Problem> problems;
    int unproved = 0;
    for (auto p = game.line.rbegin(); p != game.line.rend() && unproved < MAX_UNPROVED; ++p) {
        if (is_decided(rules, *p) || (outcome && chooser(rules, *p) != outcome->winner)) continue;
        Position position = *p;
        position.clock = 0;
        const Verdict verdict = solve(rules, position, settings.effort);
        unproved = verdict.win ? 0 : unproved + 1;
        if (verdict.win && verdict.win->winner_actions >= settings.min_mate)
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
        for (int n = settings.min_mate; n <= settings.last_mate; ++n)
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

namespace {

constexpr std::size_t LONGEST = 12; ///< positions of a preset that are altered

/// The position with up to three pieces on other cells, mostly adjacent ones, and no piece
/// captured.
Position altered(const RuleSet& rules, Position position, std::mt19937_64& random) {
    const auto any = [&](Bitboard cells) {
        for (auto skipped = random() % static_cast<std::size_t>(cells.count()); skipped > 0;
             --skipped)
            cells -= Bitboard(cells.first());
        return cells.first();
    };
    for (auto moved = 1 + random() % 3; moved > 0; --moved) {
        const Cell from = any(position.occupied());
        const Side side = position.pieces[0].contains(from) ? Side::White : Side::Black;
        const bool queen = from == position.queens[side];
        const Bitboard targets = position.vacant() - (queen ? Bitboard() : Bitboard(THRONE_CELL));
        const Bitboard near = targets & NEIGHBOURS[from];
        const Cell to = any(near.any() && random() % 4 != 0 ? near : targets);
        position.pieces[side] = (position.pieces[side] - Bitboard(from)) | Bitboard(to);
        if (queen) position.queens[side] = to;
    }
    position.captured = Bitboard();
    position.number = 1;
    return parse_position(rules, to_text(position)); // sets the derived fields
}

} // namespace

std::vector<Problem> lengthen(const std::vector<Problem>& problems, const Effort& effort,
                              const LengthenSettings& settings,
                              const std::function<void(const Problem&)>& longer) {
    const auto by_length = [](const Problem& a, const Problem& b) {
        return a.length.plies > b.length.plies;
    };
    std::map<const Preset*, std::vector<Problem>> longest;
    for (const Problem& problem : problems)
        if (problem.shortest) longest[problem.preset].push_back(problem);
    std::vector<Problem> result;
    for (auto& [preset, pool] : longest) {
        std::ranges::stable_sort(pool, by_length);
        std::mt19937_64 random(settings.seed);
        std::set<std::string> met;
        for (std::size_t tried = 0; tried < settings.tries; ++tried) {
            if (pool.size() > LONGEST) pool.resize(LONGEST);
            const Position& from = pool[random() % pool.size()].position;
            const Position position = altered(preset->rules, from, random);
            if (!met.insert(canonical_text(position)).second) continue;
            const Verdict verdict = solve(preset->rules, position, effort);
            if (!verdict.win || !verdict.exhaustive) continue;
            const Problem found{preset, position, *verdict.win, true};
            if (by_length(found, pool.front())) longer(found);
            pool.insert(std::ranges::lower_bound(pool, found, by_length), found);
        }
        result.push_back(pool.front());
    }
    return result;
}

std::string suite_line(const Problem& problem) {
    return fmt::format("{} {} {} {} {}", problem.preset->name, problem.length.winner_actions,
                       problem.length.plies, problem.shortest ? "shortest" : "at-most",
                       to_text(problem.position));
}

} // namespace agon::solve
