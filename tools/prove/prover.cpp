#include "tools/prove/prover.hpp"

#include "engine/apply.hpp"
#include "engine/movegen.hpp"
#include "engine/outcome.hpp"

#include <algorithm>
#include <deque>
#include <unordered_set>

namespace agon::prove {

Position without_counters(Position position) {
    position.clock = 0;
    position.number = 1;
    return position;
}

Position follow(const RuleSet& rules, const Position& position, Move action) {
    return without_counters(after(rules, position, action));
}

Prover::Prover(const RuleSet& rules, const Settings& settings)
    : rules_(rules), settings_(settings), refuges_(refuges_of(rules, settings.throne_alone)),
      refuted_(1 << 14) {}

bool Prover::chooses(const Position& position) const {
    return chooser(rules_, position) == settings_.side;
}

bool Prover::holds(const Position& position, int actions) {
    if (const auto outcome = decided(rules_, position)) return outcome->winner == settings_.side;
    if (is_safe(refuges_, position, settings_.side)) return true;
    if (actions_to_safety(rules_, refuges_, position, settings_.side) > actions) return false;
    Entry& entry = table_[position]; // stays where it is while others are added
    if (entry.proved <= actions) return true;
    if (entry.failed >= actions || nodes_ >= settings_.nodes) return false;
    ++nodes_;
    const bool held =
        chooses(position) ? finds(position, actions, entry) : withstands(position, actions, entry);
    if (held)
        entry.proved = std::min(entry.proved, actions);
    else if (nodes_ < settings_.nodes)
        entry.failed = std::max(entry.failed, actions);
    return held;
}

bool Prover::finds(const Position& position, int actions, Entry& entry) {
    struct Try {
        int distance;
        bool queen;
        Position next;
        Move action;
    };
    MoveList moves;
    legal_moves(rules_, position, moves);
    std::vector<Try> tries;
    const Cell queen = position.queens[index(settings_.side)];
    const bool steps = !is_settling(rules_, position);
    for (const Move move : moves) {
        const bool by_queen = !move.is_pass() && move.from() == queen;
        if (settings_.throne_alone && steps && !by_queen && !move.is_pass()) continue;
        const Position next = follow(rules_, position, move);
        const int distance = actions_to_safety(rules_, refuges_, next, settings_.side);
        if (distance < actions) tries.push_back({distance, !by_queen, next, move});
    }
    std::stable_sort(tries.begin(), tries.end(), [](const Try& a, const Try& b) {
        return std::pair(a.distance, a.queen) < std::pair(b.distance, b.queen);
    });
    if (!settings_.throne_alone && tries.size() > settings_.width) tries.resize(settings_.width);
    for (const Try& attempt : tries) {
        if (!holds(attempt.next, actions - 1)) continue;
        entry.action = attempt.action;
        return true;
    }
    if (!tries.empty() && entry.proved == NEVER) entry.action = tries.front().action;
    return false;
}

bool Prover::withstands(const Position& position, int actions, Entry& entry) {
    MoveList moves;
    legal_moves(rules_, position, moves);
    const auto often = [&](Move move) { return refuted_[move.raw()]; };
    std::stable_sort(moves.begin(), moves.end(),
                     [&](Move a, Move b) { return often(a) > often(b); });
    for (const Move move : moves) {
        if (holds(follow(rules_, position, move), actions)) continue;
        ++refuted_[move.raw()];
        entry.action = move;
        return false;
    }
    return true;
}

std::optional<Strategy> Prover::prove(const Position& start) {
    const Position first = without_counters(start);
    int actions = actions_to_safety(rules_, refuges_, first, settings_.side);
    for (; actions <= settings_.most_actions && nodes_ < settings_.nodes; ++actions)
        if (holds(first, actions)) {
            Strategy strategy = collected(first);
            strategy.actions = actions;
            return strategy;
        }
    return std::nullopt;
}

Strategy Prover::collected(const Position& start) const {
    Strategy strategy;
    std::unordered_set<Position, PositionHash> met;
    std::deque<Position> waiting;
    const auto meet = [&](const Position& p) {
        if (!is_safe(refuges_, p, settings_.side) && !is_decided(rules_, p) && met.insert(p).second)
            waiting.push_back(p);
    };
    for (meet(start); !waiting.empty(); waiting.pop_front()) {
        const Position& position = waiting.front();
        if (chooses(position)) {
            const Move action = table_.at(position).action;
            strategy.answers.push_back({position, action});
            meet(follow(rules_, position, action));
            continue;
        }
        ++strategy.waits;
        MoveList moves;
        legal_moves(rules_, position, moves);
        strategy.replies += moves.size();
        for (const Move move : moves) meet(follow(rules_, position, move));
    }
    return strategy;
}

std::vector<Move> Prover::refutation(const Position& start) const {
    std::vector<Move> line;
    Position position = without_counters(start);
    for (auto found = table_.find(position); found != table_.end() && line.size() < 100;
         found = table_.find(position)) {
        if (found->second.action.is_none()) break;
        line.push_back(found->second.action);
        position = follow(rules_, position, found->second.action);
    }
    return line;
}

} // namespace agon::prove
