#include "tools/arena/web/game_figures.hpp"

#include "engine/game/apply.hpp"
#include "engine/game/movegen.hpp"
#include "engine/notation/notation.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/result.hpp"
#include "tools/arena/stats/score_table.hpp"

#include <algorithm>
#include <chrono>
#include <optional>

namespace agon::arena {
namespace {

constexpr int LEAD = 100;   // centipawns
constexpr int MATE = 10000; // as centipawns

/// In centipawns for white; nullopt without a score.
std::optional<int> score_for_white(const ActionRecord& action) {
    const Evaluation& said = action.evaluation;
    if (said.kind == Evaluation::Kind::None) return std::nullopt;
    int value = std::clamp(said.value, -MATE, MATE);
    // "mate 0" says that the side has lost.
    if (said.kind == Evaluation::Kind::Mate) value = said.value > 0 ? MATE : -MATE;
    return action.chooser == Side::White ? value : -value;
}

/// The lead on which both engines agree, from white's side, as the game goes on.
class Lead {
public:
    void add(const ActionRecord& action) {
        said_[action.chooser] = score_for_white(action);
        if (!said_[0] || !said_[1]) return;
        const int low = std::min(*said_[0], *said_[1]), high = std::max(*said_[0], *said_[1]);
        const int lead = low > 0 ? low : std::min(high, 0);
        greatest_[0] = std::max(greatest_[0], lead);
        greatest_[1] = std::max(greatest_[1], -lead);
        if (lead > -LEAD && lead < LEAD) return;
        const Side leader = lead > 0 ? Side::White : Side::Black;
        if (leader_ && *leader_ != leader) ++changes_;
        leader_ = leader;
    }

    [[nodiscard]] int changes() const { return changes_; }
    [[nodiscard]] int greatest(Side side) const { return greatest_[side]; }

private:
    PerSide<std::optional<int>> said_;
    PerSide<int> greatest_{};
    std::optional<Side> leader_;
    int changes_ = 0;
};

std::size_t on_board(const Position& position) {
    return static_cast<std::size_t>(position.occupied().count());
}

/// Pieces that an action captured or took off the board.
std::size_t captures(const RuleSet& rules, const Position& before, const Position& after,
                     bool relocation) {
    auto count = static_cast<std::size_t>((after.captured - before.captured).count());
    // The guard that an exchange removes was not captured by it.
    if (rules.bloody() && relocation) return count;
    if (on_board(after) < on_board(before)) count += on_board(before) - on_board(after);
    return count;
}

} // namespace

nlohmann::ordered_json figures_json(const GameRecord& record, const MatchRules& rules) {
    std::size_t actions = 0, choices = 0, captured = 0, relocations = 0;
    std::uint64_t nodes = 0;
    Lead lead;
    Position position = record.first;
    for (const ActionRecord& action : record.actions) {
        const Position before = position;
        apply(rules.rules, position, action.move);
        if (action.book) continue;
        ++actions;
        choices += count_legal(rules.rules, before);
        nodes += action.evaluation.nodes;
        const bool relocation = !action.move.is_pass() && !action.move.is_placement() &&
                                before.captured.contains(action.move.from());
        if (relocation) ++relocations;
        captured += captures(rules.rules, before, position, relocation);
        lead.add(action);
    }
    nlohmann::ordered_json behind;
    for (const Side side : BOTH_SIDES)
        if (record.verdict.result == win_of(side)) behind = lead.greatest(~side);
    return {{"game", record.number},
            {"opening", record.encounter},
            {"white", record.names[0]},
            {"black", record.names[1]},
            {"result", to_text(record.verdict.result)},
            {"termination", to_text(record.verdict.termination)},
            {"ending", ending_of(record.verdict)},
            {"actions", actions},
            {"branching",
             static_cast<double>(choices) / static_cast<double>(std::max<std::size_t>(actions, 1))},
            {"captures", captured},
            {"relocations", relocations},
            {"leads", lead.changes()},
            {"behind", behind},
            {"seconds", std::chrono::duration<double>(record.ended - record.begun).count()},
            {"nodes", nodes}};
}

} // namespace agon::arena
