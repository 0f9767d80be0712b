#include "tools/lab/prove/certificate.hpp"

#include "engine/error.hpp"
#include "engine/game/movegen.hpp"
#include "engine/game/outcome.hpp"
#include "engine/game/turn.hpp"
#include "engine/notation/notation.hpp"
#include "tools/lab/prove/goals.hpp"

#include <algorithm>
#include <deque>
#include <iterator>
#include <ostream>
#include <random>
#include <unordered_map>
#include <vector>

namespace agon::prove {
namespace {

constexpr std::uint64_t GAME_LENGTH = 1000;

using Random = std::mt19937_64;

Move any_of(const std::vector<Move>& moves, Random& random) {
    return moves[random() % moves.size()];
}

/// If `greedy`, the actions that gain most at once: captures, then steps inward; otherwise all.
std::vector<Move> attacks(const RuleSet& rules, const Position& p, const MoveList& moves,
                          bool greedy) {
    std::vector<Move> best;
    int most = -1;
    for (const Move move : moves) {
        int worth = 0;
        if (greedy && !move.is_pass()) {
            const Position next = follow(rules, p, move);
            worth = 2 * (next.captured & next.pieces[~p.turn]).count() +
                    (move.to().ring() < move.from().ring() ? 1 : 0);
        }
        if (worth > most) best.clear();
        if (worth < most) continue;
        most = worth;
        best.push_back(move);
    }
    return best;
}

} // namespace

void write_certificate(std::ostream& out, const Claim& claim, const Strategy& strategy) {
    out << "# agon-prove: " << words_of(claim)
        << "; tools/lab/prove/README.md describes the lines\n"
        << claim_lines(claim);
    for (const PlannedAnswer& answer : strategy.answers) {
        out << board_and_turn(answer.position);
        for (const Move action : answer.actions) out << ' ' << to_text(action);
        if (answer.seal) out << " seal " << answer.seal->from.text() << answer.seal->to.text();
        out << '\n';
    }
}

PlayCount play(const Claim& claim, const Strategy& strategy, std::uint64_t turns,
               std::uint64_t seed) {
    const RuleSet& rules = claim.preset.rules;
    const Side side = claim.settings.side;
    const Goals goals = goals_of(rules, claim.settings.throne_only);
    std::unordered_map<Position, std::vector<Move>, PositionHash> answers;
    for (const PlannedAnswer& answer : strategy.answers) answers[answer.position] = answer.actions;
    std::deque<Move> plan; // its remaining steps
    Random random(seed);
    PlayCount count;
    const auto answer = [&](const Position& p, const MoveList& moves) {
        if (!plan.empty()) {
            if (p.turn != side) // the other queen is captured, and goes anywhere
                return moves[random() % moves.size()];
            const Move next = plan.front();
            plan.pop_front();
            if (std::ranges::count(moves, next) == 0) throw Error("no plan in " + to_text(p));
            return next;
        }
        std::vector<Move> staying;
        for (const Move move : moves) {
            const Position next = follow(rules, p, move);
            const auto outcome = decided(rules, next);
            if (outcome ? outcome->winner == side : is_safe(rules, goals, next, side))
                staying.push_back(move);
        }
        if (staying.empty() && goals.guards) // S2: everything else is blocked, or the two are apart
            std::ranges::copy_if(moves, std::back_inserter(staying), [&](Move move) {
                return p.turn != side ? move.to().ring() > 1 // the other queen
                                      : (p.guards(side) & RINGS[1]).contains(move.from()) &&
                                            move.to().ring() == 1;
            });
        if (staying.empty()) throw Error("no answer in " + to_text(p));
        ++count.in_refuge;
        return any_of(staying, random);
    };
    for (; count.turns < turns; ++count.games) {
        Position position = without_counters(setup_position(rules, claim.setup));
        MoveList moves;
        plan.clear();
        for (std::uint64_t n = 0; n < GAME_LENGTH && count.turns < turns;) {
            if (goals.arrival && is_safe(rules, goals, position, side)) break;
            legal_moves(rules, position, moves);
            if (moves.empty()) break;
            if (const auto found = answers.find(position); plan.empty() && found != answers.end())
                plan.assign(found->second.begin(), found->second.end());
            Move action;
            if (chooser(rules, position) == side) {
                action = answer(position, moves);
                ++n;
                ++count.turns;
            } else {
                action = any_of(attacks(rules, position, moves, count.games % 2 == 1), random);
            }
            position = follow(rules, position, action);
        }
        if (const auto outcome = decided(rules, position); outcome && outcome->winner != side)
            throw Error("lost in " + to_text(position));
    }
    return count;
}

} // namespace agon::prove
