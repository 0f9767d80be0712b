#include "tools/lab/prove/prover.hpp"

#include "engine/game/apply.hpp"
#include "engine/game/movegen.hpp"
#include "engine/game/outcome.hpp"
#include "engine/game/refuges.hpp"
#include "engine/game/seal.hpp"
#include "engine/game/turn.hpp"

#include <algorithm>
#include <deque>
#include <functional>
#include <tuple>
#include <unordered_set>
#include <vector>

namespace agon::prove {
namespace {

/// Actions until a piece is on ring 1. A captured one is first relocated by its owner or, in the
/// worst case, by the opponent.
int actions_to_ring_1(const RuleSet& rules, const Position& p, Side side, Cell cell) {
    if (!p.captured.contains(cell)) return std::max(cell.ring() - 1, 0);
    const bool queen = cell == p.queens[side];
    const bool free = queen && rules.queen_chooser == QueenChooser::Owner &&
                      (rules.queen_target == QueenTarget::Anywhere ||
                       rules.queen_target == QueenTarget::NotThrone);
    const bool next = queen ? rules.queen_target == QueenTarget::NextRing ||
                                  rules.queen_target == QueenTarget::NextRingAny
                            : rules.guard_target != GuardTarget::OuterRing;
    return free ? 1 : next ? 1 + std::min(cell.ring(), 4) : 5;
}

/// About how many actions `side` needs to reach a refuge of ring flanks, or the throne, if
/// undisturbed; 0 if it is there; NEVER if it would first have to capture a queen on the throne,
/// where ring flanks cannot. A guide for the search, not a bound.
int actions_to_safety(const RuleSet& rules, const Goals& refuges, const Position& p, Side side) {
    if (is_safe(rules, refuges, p, side)) return 0;
    const Cell queen = p.queens[side];
    const int waiting = (p.captured & p.guards(side)).count();
    const int queen_in = actions_to_ring_1(rules, p, side, queen);
    int best = NEVER;
    const bool vacant = p.queens[~side] != THRONE_CELL;
    if (refuges.throne && (vacant || refuges.arrival)) {
        const bool put_there = vacant && p.captured.contains(queen) &&
                               rules.queen_chooser == QueenChooser::Owner &&
                               rules.queen_target == QueenTarget::Anywhere;
        best = put_there ? 1 : queen_in + 1 + waiting;
    }
    std::vector<int> guards;
    p.guards(side).for_each(
        [&](Cell c) { guards.push_back(actions_to_ring_1(rules, p, side, c)); });
    std::sort(guards.begin(), guards.end());
    if (refuges.gap && guards.size() >= 2) {
        const int pair = std::min(queen_in, guards[1]) + guards[0] + waiting;
        best = std::min(best, std::max(pair, 1));
    }
    if (refuges.pair && !guards.empty()) {
        const auto nearer = [](Bitboard cells) { return cells.count(); };
        const Bitboard all = p.guards(side) - p.captured;
        const int strayed = nearer(all - RINGS[5] - RINGS[4]) + nearer(all & RINGS[4]);
        if (strayed <= 2 && nearer(all - RINGS[5] - RINGS[4]) <= 1)
            best = std::min(best, std::max(queen_in + guards[0] + waiting, 1));
    }
    return best;
}

constexpr std::size_t MAX_OUTLOOKS = 8'000'000; ///< about 1.5 GB

} // namespace

Position without_counters(Position position) {
    position.clock = 0;
    position.number = 1;
    return position;
}

Position follow(const RuleSet& rules, const Position& position, Move action) {
    return without_counters(after(rules, position, action));
}

Prover::Prover(const RuleSet& rules, const Settings& settings, SearchState state)
    : rules_(rules), settings_(settings), goals_(goals_of(rules, settings.throne_only)),
      state_(std::move(state)), refuted_(1 << 14) {
    if (goals_.seal) approaches_.emplace(rules);
    if (settings_.width == 0) settings_.width = goals_.seal ? 5 : 2;
}

std::optional<Seal> Prover::sealed(const Position& position) const {
    if (!goals_.seal || is_decided(rules_, position)) return std::nullopt;
    return find_seal(rules_, position, settings_.side);
}

bool Prover::chooses(const Position& position) const {
    return chooser(rules_, position) == settings_.side;
}

Prover::Outlook Prover::looked(const Position& position, int most) {
    if (sealed(position)) return {.held = true};
    if (approaches_) {
        const Approach approach = approaches_->find(position, settings_.side, most);
        const bool held = approach.plan || (approach.actions == 0 &&
                                            is_safe(rules_, goals_, position, settings_.side));
        return {held, settings_.until_plan ? !held : approach.actions, approach.lack,
                approach.actions};
    }
    const int actions = actions_to_safety(rules_, goals_, position, settings_.side);
    if (goals_.arrival && actions > 0) return {false, 1, actions}; // no guess may exclude a way
    return {actions == 0, actions, 0, actions};
}

Prover::Outlook Prover::outlook(const Position& position, int most) {
    if (!settings_.until_plan) return looked(position, most);
    // Each further round of the search asks for the same plans, which are slow to find.
    if (outlooks_.size() >= MAX_OUTLOOKS && !outlooks_.contains(position)) outlooks_.clear();
    const auto [entry, is_new] = outlooks_.try_emplace(position);
    if (is_new) entry->second = looked(position, NEVER);
    return entry->second;
}

bool Prover::holds(const Position& position, int actions) {
    if (const auto outcome = decided(rules_, position))
        return outcome->winner == settings_.side &&
               (!goals_.arrival || is_safe(rules_, goals_, position, settings_.side));
    if (const auto known = state_.findings.find(position); known != state_.findings.end()) {
        if (known->second.proved <= actions) return true;
        if (known->second.failed >= actions) return false;
    }
    const Outlook look = outlook(position, actions);
    if (look.actions > actions) return false;
    if (look.held) return true;
    Finding& finding = state_.findings[position]; // stays where it is while others are added
    if (gave_up()) return false;
    if (++state_.nodes % WATCH_INTERVAL == 0 && watch_ && !watch_(allowed_)) stopped_ = true;
    const bool held = chooses(position) ? finds(position, actions, finding)
                                        : withstands(position, actions, finding);
    if (held)
        finding.proved = std::min(finding.proved, actions);
    else if (!gave_up())
        finding.failed = std::max(finding.failed, actions);
    return held;
}

bool Prover::finds(const Position& position, int actions, Finding& finding) {
    struct Try {
        Outlook look;
        bool queen;
        Position next;
        Move action;
    };
    MoveList moves;
    legal_moves(rules_, position, moves);
    std::vector<Try> tries;
    const Cell queen = position.queens[settings_.side];
    const bool steps = !is_settling(rules_, position);
    for (const Move move : moves) {
        const bool by_queen = !move.is_pass() && move.from() == queen;
        if (settings_.throne_only && steps && !by_queen && !move.is_pass()) continue;
        const Position next = follow(rules_, position, move);
        const Outlook look = outlook(next, actions - 1);
        if (look.actions < actions) tries.push_back({look, !by_queen, next, move});
    }
    const auto sort_by = [&](auto key) {
        std::ranges::stable_sort(tries, {}, [&](const Try& each) {
            return std::tuple(key(each), each.look.distance, each.queen);
        });
    };
    sort_by([](const Try& each) { return each.look.lack; });
    if (!settings_.throne_only && tries.size() > settings_.width) {
        std::vector<Try> least_late;
        if (settings_.until_plan) { // first the nearest: neither order is enough by itself
            least_late.assign(tries.begin(),
                              tries.begin() + static_cast<std::ptrdiff_t>(settings_.width));
            sort_by([](const Try&) { return 0; });
        }
        tries.resize(settings_.width);
        for (const Try& each : least_late)
            if (std::ranges::find(tries, each.action, &Try::action) == tries.end())
                tries.push_back(each);
    }
    for (const Try& attempt : tries) {
        if (!holds(attempt.next, actions - 1)) continue;
        finding.action = attempt.action;
        return true;
    }
    if (!tries.empty() && finding.proved == NEVER) finding.action = tries.front().action;
    return false;
}

bool Prover::withstands(const Position& position, int actions, Finding& finding) {
    MoveList moves;
    legal_moves(rules_, position, moves);
    const auto often = [&](Move move) { return refuted_[move.raw()]; };
    std::stable_sort(moves.begin(), moves.end(),
                     [&](Move a, Move b) { return often(a) > often(b); });
    for (const Move move : moves) {
        if (holds(follow(rules_, position, move), actions)) continue;
        ++refuted_[move.raw()];
        finding.action = move;
        return false;
    }
    return true;
}

std::optional<Strategy> Prover::prove(const Position& start, const Watch& watch) {
    watch_ = watch;
    stopped_ = false;
    const Position first = without_counters(start);
    allowed_ = outlook(first, NEVER).actions;
    for (; allowed_ <= settings_.max_actions && !gave_up(); ++allowed_)
        if (holds(first, allowed_)) {
            Strategy strategy = collected(first);
            strategy.actions = approaches_ ? longest(strategy, first) : allowed_;
            return strategy;
        }
    return std::nullopt;
}

Strategy Prover::collected(const Position& start) {
    Strategy strategy;
    std::unordered_set<Position, PositionHash> met;
    std::deque<Position> waiting;
    Goals unnamed = goals_; // the refuges without an answer; that of a seal names its cells
    unnamed.seal = false;
    const auto meet = [&](const Position& p) {
        if (!is_safe(rules_, unnamed, p, settings_.side) && !is_decided(rules_, p) &&
            met.insert(p).second)
            waiting.push_back(p);
    };
    for (meet(start); !waiting.empty(); waiting.pop_front()) {
        const Position& position = waiting.front();
        if (const auto seal = sealed(position)) {
            strategy.answers.push_back({position, {}, seal});
            continue;
        }
        const auto found = state_.findings.find(position);
        if (approaches_ && (found == state_.findings.end() || found->second.proved == NEVER)) {
            const Approach approach = approaches_->find(position, settings_.side);
            PlannedAnswer& answer = strategy.answers.emplace_back(PlannedAnswer{position, {}, {}});
            for (const auto& [from, to] : approach.plan.value())
                answer.actions.emplace_back(from, to);
            answer.seal = approach.seal;
            continue;
        }
        if (chooses(position)) {
            const Move action = found->second.action;
            strategy.answers.push_back({position, {action}, {}});
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

/// Plays every answer and reply. A position comes after those that lead to it.
int Prover::longest(const Strategy& strategy, const Position& start) const {
    std::unordered_map<Position, const PlannedAnswer*, PositionHash> answers;
    for (const PlannedAnswer& answer : strategy.answers) answers.emplace(answer.position, &answer);
    std::unordered_map<Position, int, PositionHash> known;
    const std::function<int(const Position&)> length = [&](const Position& position) -> int {
        if (const auto found = known.find(position); found != known.end()) return found->second;
        int most = 0;
        const auto found = answers.find(position);
        if (found == answers.end()) {
            if (is_decided(rules_, position) || chooses(position)) return 0;
            MoveList moves;
            legal_moves(rules_, position, moves);
            for (const Move move : moves)
                most = std::max(most, length(follow(rules_, position, move)));
        } else if (const PlannedAnswer& answer = *found->second;
                   answer.actions.size() == 1 && !answer.seal && chooses(position)) {
            most = 1 + length(follow(rules_, position, answer.actions.front()));
        } else {
            most = static_cast<int>(answer.actions.size());
        }
        return known[position] = most;
    };
    return length(start);
}

std::vector<Move> Prover::refutation(const Position& start) const {
    std::vector<Move> line;
    Position position = without_counters(start);
    for (auto found = state_.findings.find(position);
         found != state_.findings.end() && line.size() < 100;
         found = state_.findings.find(position)) {
        if (found->second.action.is_none()) break;
        line.push_back(found->second.action);
        position = follow(rules_, position, found->second.action);
    }
    return line;
}

} // namespace agon::prove
