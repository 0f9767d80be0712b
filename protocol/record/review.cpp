#include "protocol/record/review.hpp"

#include "engine/game/apply.hpp"
#include "engine/game/movegen.hpp"
#include "engine/notation/notation.hpp"
#include "engine/notation/sentences.hpp"
#include "protocol/record/evaluation.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace agon {
namespace {

bool wins(const Evaluation& evaluation) {
    return evaluation.kind == Evaluation::Kind::Mate && evaluation.value > 0;
}

Judgement judge(double loss) {
    std::size_t name = 0;
    while (name + 1 < MIN_LOSS.size() && loss >= MIN_LOSS[name + 1]) ++name;
    return static_cast<Judgement>(name);
}

/// The pieces of `victim` that the action captures or removes. What it moves itself is not among
/// them: the other side may relocate a queen, and in Bloody Queen guards.
Bitboard taken(const Position& before, const Position& after, Move move, Side victim) {
    const Bitboard captured = (after.captured & after.pieces[victim]) - before.captured;
    const bool moves =
        !move.is_pass() && !move.is_placement() && before.pieces[victim].contains(move.from());
    return moves ? captured : captured | (before.pieces[victim] - after.pieces[victim]);
}

/// What the rules show about the action after a mistake, where it is the other side's.
class Consequences {
public:
    /// `reply` is what the other side does in `after`, `better` the right action in `before`.
    Consequences(const RuleSet& rules, const Position& before, const Position& after, Move played,
                 Move better, Move reply)
        : rules_(rules), before_(before), after_(after), played_(played), better_(better),
          reply_(reply), side_(chooser(rules, before)),
          instead_(agon::after(rules, before, better)) {}

    [[nodiscard]] MistakeReason reason() const {
        using enum MistakeReason::Key;
        const Position next = agon::after(rules_, after_, reply_);
        const Bitboard lost = taken(after_, next, reply_, side_);
        const bool answered = !decided(rules_, instead_) && chooser(rules_, instead_) == ~side_;
        if (lost.any() && answered && !can_take(lost))
            return {.key = LetsTake,
                    .cells = lost,
                    .text = fmt::format("It lets {} capture the {}.", name(~side_),
                                        pieces_text(after_, lost))};
        const Bitboard missed = taken(before_, instead_, better_, ~side_);
        if (missed.any() && taken(before_, after_, played_, ~side_).none())
            return {.key = MissesCapture,
                    .cells = missed,
                    .text = fmt::format("It misses the capture of the {}.",
                                        pieces_text(before_, missed))};
        const Cell queen = next.queens[~side_];
        if (queen == THRONE_CELL && after_.queens[~side_] != queen && answered && !can_enter())
            return {.key = LetsEnter,
                    .text = fmt::format("It lets {}'s queen enter the throne.", name(~side_))};
        if (instead_.queens[side_] == THRONE_CELL && before_.queens[side_] != THRONE_CELL &&
            after_.queens[side_] != THRONE_CELL)
            return {.key = KeepsOut, .text = "It keeps the queen from the throne."};
        if (answered && !is_settling(rules_, instead_) && !can_reply())
            return {.key = Allows,
                    .action = reply_,
                    .text = fmt::format("It allows {}, which the better action prevents.",
                                        to_text(reply_))};
        return {};
    }

private:
    /// Whether the other side takes one of `pieces` after the better action, too.
    [[nodiscard]] bool can_take(Bitboard pieces) const {
        MoveList moves;
        legal_moves(rules_, instead_, moves);
        return std::ranges::any_of(moves, [&](Move move) {
            const Position next = agon::after(rules_, instead_, move);
            return (taken(instead_, next, move, side_) & pieces).any();
        });
    }
    /// Whether the other side has its reply after the better action, too.
    [[nodiscard]] bool can_reply() const {
        MoveList moves;
        legal_moves(rules_, instead_, moves);
        return std::ranges::find(moves, reply_) != moves.end();
    }
    [[nodiscard]] bool can_enter() const {
        MoveList moves;
        legal_moves_to(rules_, instead_, THRONE, moves);
        return !moves.empty();
    }

    const RuleSet& rules_;
    const Position &before_, &after_;
    Move played_, better_, reply_;
    Side side_;        ///< that made the mistake
    Position instead_; ///< after the better action
};

} // namespace

Review::Review(Game game) : game_(std::move(game)) {
    Game each = game_;
    do {
        Place place{each.position(), each.outcome(),
                    count_legal(each.rules(), each.position()) > 1};
        if (!place.outcome) place.safe = safe_sides(each.rules(), place.position);
        places_.push_back(std::move(place));
    } while (each.undo());
    std::ranges::reverse(places_);
}

Game Review::game_at(std::size_t ply) const {
    Game game = game_;
    while (game.length() > ply) game.undo();
    return game;
}

/// Whether the deeper search of a position is done, or not needed.
bool Review::settled(std::size_t ply) const {
    return places_[ply].outcome || places_[ply].finding.deeper;
}

std::optional<ReviewTask> Review::next() const {
    const auto deeper = static_cast<std::size_t>(
        std::ranges::count_if(places_, [](const Place& at) { return at.finding.deeper; }));
    const bool may_confirm = deeper < std::max<std::size_t>(size() / ReviewTask::SHARE, 2);
    for (std::size_t ply = size(); ply-- > 0;) {
        if (!chances(ply)) return ReviewTask{ply, false};
        if (!may_confirm || loss(ply).value_or(0) < MIN_LOSS[1]) continue;
        if (!settled(ply + 1)) return ReviewTask{ply + 1, true};
        if (!settled(ply)) return ReviewTask{ply, true};
    }
    return std::nullopt;
}

void Review::found(std::size_t ply, Finding finding) {
    assert(ply < size());
    places_[ply].finding = std::move(finding);
}

std::size_t Review::done() const {
    return static_cast<std::size_t>(std::ranges::count_if(places_, [](const Place& at) {
        return at.outcome || at.finding.evaluation.kind != Evaluation::Kind::None;
    }));
}

Evaluation Review::evaluation(std::size_t ply) const {
    const Place& at = places_[ply];
    return of_white(at.finding.evaluation, chooser(game_.rules(), at.position));
}

std::optional<double> Review::expected(std::size_t ply, Side side) const {
    const Place& at = places_[ply];
    if (at.outcome) return !at.outcome->winner ? 0.5 : *at.outcome->winner == side ? 1.0 : 0.0;
    const Evaluation& evaluation = at.finding.evaluation;
    if (evaluation.kind == Evaluation::Kind::None) return std::nullopt;
    const double own = expected_points(evaluation);
    return chooser(game_.rules(), at.position) == side ? own : 1 - own;
}

std::optional<double> Review::chances(std::size_t ply) const { return expected(ply, Side::White); }

std::optional<double> Review::loss(std::size_t ply) const {
    if (ply + 1 >= size()) return std::nullopt;
    const Place& at = places_[ply];
    const Side side = chooser(game_.rules(), at.position);
    const auto before = expected(ply, side), after = expected(ply + 1, side);
    if (!before || !after) return std::nullopt;
    const auto& line = at.finding.line;
    const bool best = !line.empty() && line.front() == game_.move(ply);
    return best || !at.choice || at.outcome ? 0 : std::max(0.0, *before - *after);
}

std::vector<Mistake> Review::mistakes() const {
    const auto task = next();
    std::vector<Mistake> mistakes;
    for (std::size_t ply = task && task->ply > 0 ? task->ply - 1 : 0; ply + 1 < size(); ++ply) {
        const double lost = loss(ply).value_or(0);
        const std::vector<Move>& line = places_[ply].finding.line;
        if (judge(lost) == Judgement::Good || line.empty()) continue;
        if (task && !(settled(ply) && settled(ply + 1))) continue;
        mistakes.push_back({ply, chooser(game_.rules(), places_[ply].position), game_.move(ply),
                            judge(lost), lost, line, reason(ply)});
    }
    return mistakes;
}

/// Of a mistake.
MistakeReason Review::reason(std::size_t ply) const {
    using enum MistakeReason::Key;
    const RuleSet& rules = game_.rules();
    const Place &before = places_[ply], &after = places_[ply + 1];
    const Side side = chooser(rules, before.position);
    const int win = wins(before.finding.evaluation) ? before.finding.evaluation.value : 0;
    const std::string missed = win > 0 ? fmt::format("It misses a win in {}", win) : "";
    if (after.outcome)
        return {.key = Ends,
                .missed = win,
                .ending = after.outcome,
                .text = missed + (win > 0 ? ". " : "") + "It ends the game. " +
                        end_sentence(game_, *after.outcome)};
    const bool answered = chooser(rules, after.position) == ~side;
    const int lost = after.finding.evaluation.value;
    if (answered && wins(after.finding.evaluation))
        return {.key = LetsWin,
                .missed = win,
                .within = lost,
                .text = fmt::format("{} {} win in {}.", win > 0 ? missed + " and lets" : "It lets",
                                    name(~side), lost)};
    if (win > 0) return {.key = Misses, .missed = win, .text = missed + '.'};
    if (!answered || after.finding.line.empty()) return {};
    return Consequences(rules, before.position, after.position, game_.move(ply),
                        before.finding.line.front(), after.finding.line.front())
        .reason();
}

std::string safety_text(const Review& review) {
    std::string text;
    PerSide<bool> known{};
    for (std::size_t ply = 0; ply < review.size(); ++ply)
        for (const Safety& safety : review.safe(ply))
            if (!std::exchange(known[safety.side], true))
                text += fmt::format("After {} action{}: {}\n", ply, ply == 1 ? "" : "s",
                                    safety_sentence(review.position(ply), safety));
    return text;
}

std::string chances_text(const Review& review) {
    std::string text;
    for (std::size_t ply = 0; ply < review.size(); ++ply) {
        const auto chances = review.chances(ply);
        text +=
            chances ? static_cast<char>('0' + std::min(static_cast<int>(*chances * 10), 9)) : '.';
    }
    return text;
}

} // namespace agon
