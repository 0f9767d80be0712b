#include "tools/lab/prove/solver.hpp"

#include "engine/error.hpp"
#include "engine/game/apply.hpp"
#include "engine/game/legal.hpp"
#include "engine/game/movegen.hpp"
#include "engine/game/outcome.hpp"
#include "tools/lab/prove/lower_bound.hpp"
#include "tools/lab/prove/proof_table.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace agon::solve {
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

    /// The line of a win whose shortest length is `length`: the winner keeps to it, the loser makes
    /// it last. Searches again what the table has lost, with the node limit of the proof.
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
    /// False when a win within the budget is impossible. With fewer plies than the budget's, the
    /// winner may have any number of actions.
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

/// Whether a side can act twice in a row, so that plies do not tell the sides' actions apart.
bool uneven(const RuleSet& rules, const Position& position) {
    return position.placing() || !actions_alternate(rules);
}

/// The fewest actions of the winner in a win within `plies`, the fewest plies. Returns nullopt if
/// the nodes run out.
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
                 int max_plies) {
    for (int plies = from_plies; plies <= max_plies; ++plies) {
        const bool won = attack.wins(position, plies * PLY + ANY_ACTIONS);
        if (attack.exhausted()) return {std::nullopt, plies};
        if (!won) continue;
        const auto actions = winner_actions(attack, rules, position, plies);
        if (!actions) return {std::nullopt, plies};
        return {Length{plies, *actions}, plies};
    }
    return {std::nullopt, max_plies + 1};
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
    assert(1 <= effort.max_plies && effort.max_plies <= MAX_PLIES);
    if (is_decided(rules, position)) return {.exhaustive = true};
    const Side attacker = chooser(rules, position);
    Attack whole(rules, attacker, Attackers::AllActions, effort.nodes, effort.table_entries);
    const Deepening first = deepen(whole, rules, position, 1, effort.max_plies);
    if (first.win || !whole.exhausted() || effort.attack_nodes == 0)
        return verdict_of(whole, position, first.win, !whole.exhausted(), 0);
    Attack narrow(rules, attacker, Attackers::InwardOrCapturing, effort.attack_nodes,
                  effort.table_entries);
    const Deepening second = deepen(narrow, rules, position, first.next_plies, effort.max_plies);
    return verdict_of(narrow, position, second.win, false, whole.nodes());
}

std::optional<OnlyWin> only_win(const RuleSet& rules, const Position& position,
                                const Effort& effort) {
    require_provable(rules);
    const Needed turns = needed(rules, position, chooser(rules, position));
    if (is_decided(rules, position) ||
        !leaves_room(turns, position.turn == chooser(rules, position), effort.max_plies,
                     ANY_ACTIONS))
        return std::nullopt; // most positions, without the cost of a table
    Attack attack(rules, chooser(rules, position), Attackers::AllActions, effort.nodes,
                  effort.table_entries);
    const auto found = deepen(attack, rules, position, 1, effort.max_plies).win;
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

} // namespace agon::solve
