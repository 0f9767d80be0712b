#include "tests/naive/solver.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

namespace naive {
namespace {

bool shorter(const Solution& left, const Solution& right) {
    return std::pair(left.plies, left.winner_actions) <
           std::pair(right.plies, right.winner_actions);
}

// Looks for a win of one side, which plays for it whenever it is the chooser.
class Attack {
public:
    Attack(const Rules& rules, char attacker) : rules_(rules), attacker_(attacker) {}

    // The exact measure of the attacker's win if it takes at most `depth` actions.
    std::optional<Solution> win_within(const State& state, int depth) {
        const std::string outcome = result(rules_, state);
        if (outcome != "none") {
            const bool won = outcome[0] == attacker_; // "white ...", "black ..." or "draw ..."
            return won ? std::optional(Solution{attacker_, 0, 0, {}}) : std::nullopt;
        }
        if (depth == 0) return std::nullopt;
        // Draws are ignored (10 does so too), so the counters cannot matter.
        const std::string key = text_without_counters(state) + " " + std::to_string(depth);
        const auto known = memo_.find(key);
        if (known != memo_.end()) return known->second;
        const std::optional<Solution> found = chooser(rules_, state) == attacker_
                                                  ? attackers_choice(state, depth)
                                                  : defenders_choice(state, depth);
        memo_.emplace(key, found);
        return found;
    }

private:
    std::optional<Solution> after(const State& state, const std::string& action, int depth) {
        std::optional<Solution> win = win_within(play(rules_, state, action), depth - 1);
        if (!win) return win;
        win->plies += 1;
        win->winner_actions += chooser(rules_, state) == attacker_ ? 1 : 0;
        win->line.insert(win->line.begin(), action);
        return win;
    }

    std::optional<Solution> attackers_choice(const State& state, int depth) {
        std::optional<Solution> best;
        for (const std::string& action : legal(rules_, state)) {
            // A longer win than the best cannot be chosen, so it is not looked for.
            const std::optional<Solution> win = after(state, action, best ? best->plies : depth);
            if (win && (!best || shorter(*win, *best))) best = win;
        }
        return best;
    }

    std::optional<Solution> defenders_choice(const State& state, int depth) {
        std::optional<Solution> worst;
        for (const std::string& action : legal(rules_, state)) {
            const std::optional<Solution> win = after(state, action, depth);
            if (!win) return std::nullopt; // the defender escapes
            if (!worst || shorter(*worst, *win)) worst = win;
        }
        return worst;
    }

    const Rules& rules_;
    char attacker_;
    std::unordered_map<std::string, std::optional<Solution>> memo_;
};

// Looks for a win of one side within a number of actions, without its exact measure.
class QuickAttack {
public:
    QuickAttack(const Rules& rules, char attacker, bool bounded)
        : rules_(rules), attacker_(attacker),
          bounded_(bounded && rules.effect == Effect::Relocate) {}

    bool wins(const State& state, int depth) {
        const std::string outcome = result(rules_, state);
        if (outcome != "none") return outcome[0] == attacker_;
        if (depth == 0 || (bounded_ && !has_room(state, depth))) return false;
        const std::string key = text_without_counters(state) + " " + std::to_string(depth);
        const auto known = memo_.find(key);
        if (known != memo_.end()) return known->second;
        const bool attacking = chooser(rules_, state) == attacker_;
        std::vector<std::string> actions = legal(rules_, state);
        // What decided other positions comes first; the order changes no answer.
        auto& decisive = decisive_[attacking];
        std::stable_sort(actions.begin(), actions.end(),
                         [&](const auto& a, const auto& b) { return decisive[a] > decisive[b]; });
        bool won = !attacking;
        for (const std::string& action : actions) {
            if (wins(play(rules_, state, action), depth - 1) != attacking) continue;
            won = attacking;
            decisive[action] += depth;
            break;
        }
        memo_.emplace(key, won);
        return won;
    }

private:
    // A side ends the game with its guards on ring 1, to win by the throne or to lose by forfeit.
    static bool has_room(const State& state, int depth) {
        if (state.reserve.at('w') + state.reserve.at('b') > 0) return true;
        std::map<char, int> steps;
        for (const auto& [cell, piece] : state.board)
            if (!is_queen(piece)) steps[owner(piece)] += std::max(0, ring(cell) - 1);
        const char waiting = other(state.turn);
        return steps[state.turn] <= (depth + 1) / 2 || steps[waiting] <= depth / 2;
    }

    const Rules& rules_;
    char attacker_;
    bool bounded_;
    std::unordered_map<std::string, bool> memo_;
    std::map<bool, std::map<std::string, int>> decisive_;
};

} // namespace

std::vector<std::string> winning_actions(const Rules& rules, const State& state, int max_plies,
                                         bool bounded) {
    QuickAttack attack(rules, chooser(rules, state), bounded);
    std::vector<std::string> winning;
    for (const std::string& action : legal(rules, state))
        if (attack.wins(play(rules, state, action), max_plies - 1)) winning.push_back(action);
    return winning;
}

std::optional<Solution> solve(const Rules& rules, const State& state, int max_plies) {
    Attack white(rules, 'w');
    Attack black(rules, 'b');
    // Going deeper one action at a time changes no answer; short wins are merely found sooner.
    for (int depth = 0; depth <= max_plies; ++depth) {
        if (const auto win = white.win_within(state, depth)) return win;
        if (const auto win = black.win_within(state, depth)) return win;
    }
    return std::nullopt;
}

} // namespace naive
