#include "tools/prove/solver.hpp"

#include "engine/error.hpp"
#include "engine/game/apply.hpp"
#include "engine/game/legal.hpp"
#include "engine/game/movegen.hpp"
#include "engine/game/outcome.hpp"
#include "engine/game/symmetry.hpp"
#include "engine/record/notation.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <tuple>

namespace agon::solve {
namespace {

/// Steps inward that a side's guards still need.
int guard_steps(const Position& position, Side side) {
    int steps = 0;
    for (int ring = 2; ring < static_cast<int>(RINGS.size()); ++ring)
        steps += (ring - 1) *
                 static_cast<int>(
                     (position.guards(side) & RINGS[static_cast<std::size_t>(ring)]).count());
    return steps;
}

/// Turns until a queen is on the throne. Being captured costs her no turn, the relocation costs
/// one.
int queen_turns(const RuleSet& rules, Cell queen) {
    switch (rules.queen_target) {
    case QueenTarget::Anywhere: return std::min(queen.ring(), 1);
    case QueenTarget::NotThrone: return std::min(queen.ring(), 2);
    case QueenTarget::NextRing:
    case QueenTarget::NextRingAny: break;
    }
    return queen.ring();
}

} // namespace

Needed needed(const RuleSet& rules, const Position& position, Side attacker) {
    if (rules.removes() || position.placing()) return {};
    const int guards = guard_steps(position, attacker);
    return {.attacker = guards + queen_turns(rules, position.queens[attacker]),
            .guards = guards,
            .defender = guard_steps(position, ~attacker)};
}

namespace {

/// A length as one number, plies * PLY + actions of the winner, so that numbers compare by plies
/// first. A budget is the greatest length allowed.
constexpr int PLY = 1 << 8;
constexpr int ANY_ACTIONS = PLY - 1; ///< more than any win within MAX_PLIES has
static_assert(MAX_PLIES < ANY_ACTIONS);

enum class Attackers : std::uint8_t { AllActions, InwardOrCapturing };

/// Looks for a win of one side within a budget.
class Attack {
public:
    Attack(const RuleSet& rules, Side attacker, Attackers actions, std::uint64_t nodes,
           std::size_t table_entries)
        : rules_(rules), attacker_(attacker), actions_(actions), limit_(nodes),
          table_(table_entries) {}

    /// False also when exhausted().
    bool wins(const Position& position, int budget) {
        if (budget < 0) return false;
        if (may_be_decided(rules_, position))
            if (const auto outcome = decided(rules_, position)) return outcome->winner == attacker_;
        if (budget < PLY || !has_room(position, budget)) return false;
        const ProofTable::Entry known = table_.find(position.key);
        if (known.proved <= budget) return true;
        if (known.refuted >= budget) return false;
        if (++nodes_ > limit_) return false;
        Move decisive;
        const bool won = search(position, budget, known.move, decisive);
        if (!exhausted()) table_.store(position.key, budget, won, decisive);
        return won;
    }

    /// The play of a win whose shortest length is `length`: the winner keeps it, the loser makes it
    /// last. Searches again what the table has lost, for as many nodes as the proof had.
    std::vector<Move> line(Position position, int length) {
        limit_ += nodes_;
        std::vector<Move> line;
        while (!is_decided(rules_, position)) {
            const bool attacking = chooser(rules_, position) == attacker_;
            const int left = length - PLY - (attacking ? 1 : 0);
            const auto move = move_of_length(position, attacking, left);
            if (!move) break;
            position = after(rules_, position, *move);
            length = left;
            line.push_back(*move);
        }
        return line;
    }

    [[nodiscard]] bool exhausted() const { return nodes_ > limit_; }
    [[nodiscard]] std::uint64_t nodes() const { return std::min(nodes_, limit_); }

private:
    /// False when a win within the budget is impossible. Fewer plies than the budget's may have any
    /// number of the winner's actions.
    [[nodiscard]] bool has_room(const Position& position, int budget) const {
        const Needed turns = needed(rules_, position, attacker_);
        const bool attackers_turn = position.turn == attacker_;
        const int plies = budget / PLY;
        return leaves_room(turns, attackers_turn, plies, budget % PLY) ||
               leaves_room(turns, attackers_turn, plies - 1, ANY_ACTIONS);
    }

    [[nodiscard]] bool is_tried(const Position& before, const Position& after, Move move) const {
        if (actions_ == Attackers::AllActions) return true;
        const bool step =
            !move.is_pass() && !move.is_placement() && !before.captured.contains(move.from());
        return !step || move.to().ring() < move.from().ring() ||
               (after.captured - before.captured).any() ||
               after.occupied().count() < before.occupied().count();
    }

    /// An action after which the win has the length `left`.
    std::optional<Move> move_of_length(const Position& position, bool attacking, int left) {
        MoveList moves;
        legal_moves(rules_, position, moves);
        for (const Move move : moves) {
            const Position next = after(rules_, position, move);
            if (attacking && !is_tried(position, next, move)) continue;
            const bool fits = attacking ? wins(next, left) : !wins(next, left - 1);
            if (exhausted()) return std::nullopt;
            if (fits) return move;
        }
        return std::nullopt;
    }

    /// An AND/OR search: the attacker needs one action that wins, the defender one that does not
    /// lose. That action becomes `decisive`.
    bool search(const Position& position, int budget, Move first, Move& decisive) {
        const bool attacking = chooser(rules_, position) == attacker_;
        auto& history = history_[attacking ? 0 : 1];
        MoveList moves;
        legal_moves(rules_, position, moves);
        std::ranges::stable_sort(moves, std::ranges::greater{}, [&](Move move) {
            return move == first ? ~std::uint32_t{0} : history[move.raw()];
        });
        for (const Move move : moves) {
            const Position next = after(rules_, position, move);
            if (attacking && !is_tried(position, next, move)) continue;
            const bool won = wins(next, budget - PLY - (attacking ? 1 : 0));
            if (exhausted()) return false;
            if (won != attacking) continue;
            decisive = move;
            history[move.raw()] += static_cast<std::uint32_t>(budget / PLY);
            return won;
        }
        return !attacking;
    }

    const RuleSet& rules_;
    Side attacker_;
    Attackers actions_;
    std::uint64_t limit_;
    std::uint64_t nodes_ = 0;
    ProofTable table_;
    /// The history heuristic, for attacker and defender.
    PerSide<std::array<std::uint32_t, 1 << 14>> history_{};
};

/// Whether a side can act twice in a row, so that plies do not say whose actions they are.
bool uneven(const RuleSet& rules, const Position& position) {
    return position.placing() || !actions_alternate(rules);
}

/// The fewest actions of the winner in a win within `plies`, the fewest plies. Nothing when the
/// nodes are used up.
std::optional<int> winner_actions(Attack& attack, const RuleSet& rules, const Position& position,
                                  int plies) {
    int actions = (plies + 1) / 2;
    if (!uneven(rules, position)) return actions;
    while (!attack.wins(position, plies * PLY + actions)) {
        if (attack.exhausted()) return std::nullopt;
        ++actions;
    }
    while (actions > 1 && attack.wins(position, plies * PLY + actions - 1)) --actions;
    if (attack.exhausted()) return std::nullopt;
    return actions;
}

struct Deepening {
    std::optional<Length> win;
    int next_plies; ///< of the first budget without a result
};

Deepening deepen(Attack& attack, const RuleSet& rules, const Position& position, int from_plies,
                 int most_plies) {
    for (int plies = from_plies; plies <= most_plies; ++plies) {
        const bool won = attack.wins(position, plies * PLY + ANY_ACTIONS);
        if (attack.exhausted()) return {std::nullopt, plies};
        if (!won) continue;
        const auto actions = winner_actions(attack, rules, position, plies);
        if (!actions) return {std::nullopt, plies};
        return {Length{plies, *actions}, plies};
    }
    return {std::nullopt, most_plies + 1};
}

Verdict verdict_of(Attack& attack, const Position& position, const std::optional<Length>& win,
                   bool exhaustive, std::uint64_t nodes_before) {
    Verdict verdict{win, exhaustive, nodes_before + attack.nodes(), {}};
    if (win) verdict.line = attack.line(position, win->plies * PLY + win->winner_actions);
    return verdict;
}

void require_provable(const RuleSet& rules) {
    if (rules.repetition == Repetition::Loses)
        throw Error("nothing is proved under repetition = loses, where a win may depend on the "
                    "positions before");
}

} // namespace

Verdict solve(const RuleSet& rules, const Position& position, const Effort& effort) {
    require_provable(rules);
    assert(1 <= effort.most_plies && effort.most_plies <= MAX_PLIES);
    if (is_decided(rules, position)) return {.exhaustive = true};
    const Side attacker = chooser(rules, position);
    Attack whole(rules, attacker, Attackers::AllActions, effort.nodes, effort.table_entries);
    const Deepening first = deepen(whole, rules, position, 1, effort.most_plies);
    if (first.win || !whole.exhausted() || effort.attack_nodes == 0)
        return verdict_of(whole, position, first.win, !whole.exhausted(), 0);
    Attack narrow(rules, attacker, Attackers::InwardOrCapturing, effort.attack_nodes,
                  effort.table_entries);
    const Deepening second = deepen(narrow, rules, position, first.next_plies, effort.most_plies);
    return verdict_of(narrow, position, second.win, false, whole.nodes());
}

std::optional<OnlyWin> only_win(const RuleSet& rules, const Position& position,
                                const Effort& effort) {
    require_provable(rules);
    const Needed turns = needed(rules, position, chooser(rules, position));
    if (is_decided(rules, position) ||
        !leaves_room(turns, position.turn == chooser(rules, position), effort.most_plies,
                     ANY_ACTIONS))
        return std::nullopt; // most positions, without the cost of a table
    Attack attack(rules, chooser(rules, position), Attackers::AllActions, effort.nodes,
                  effort.table_entries);
    const auto found = deepen(attack, rules, position, 1, effort.most_plies).win;
    if (!found) return std::nullopt;
    MoveList moves;
    legal_moves(rules, position, moves);
    const int left = (found->plies - 1) * PLY + ANY_ACTIONS;
    const auto winning = std::ranges::count_if(
        moves, [&](Move move) { return attack.wins(after(rules, position, move), left); });
    if (winning != 1 || attack.exhausted()) return std::nullopt;
    OnlyWin only{*found, attack.line(position, found->plies * PLY + found->winner_actions)};
    if (only.line.size() != static_cast<std::size_t>(found->plies)) return std::nullopt;
    const Position next = after(rules, position, only.line.front());
    if (found->plies < 3 || chooser(rules, next) == chooser(rules, position) || next.placing() ||
        !may_forfeit_turn(rules, next) || is_settling(rules, next))
        return only; // no turn to pass, or a pass that would keep captured pieces
    only.zugzwang =
        !attack.wins(after(rules, next, Move::pass()), left - PLY) && !attack.exhausted();
    return only;
}

// Positions with a proved win out of games.

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

namespace {

constexpr std::size_t LONGEST = 12; ///< positions of a preset that are altered

/// The position with up to three pieces on other cells, mostly adjacent ones, and nothing captured.
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
    return parse_position(rules, to_text(position)); // with what is derived
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
