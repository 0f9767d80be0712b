// One game, kept by both the engine and the naive referee, which must agree on every position.
#pragma once

#include "engine/game/game.hpp"
#include "engine/game/move_list.hpp"
#include "tests/support/agreement.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace support {

/// Every member that makes or changes the game throws Disagreement when the two differ.
class Twin {
public:
    Twin(const RulePair& rules, const std::string& first, agon::DrawLimits limits = {})
        : rules_(rules), game_(rules.engine, agon::parse_position(rules.engine, first), limits),
          state_(naive::parse(first)), history_(state_) {
        compare();
    }

    /// `action` must be legal.
    void play(agon::Move action) {
        chooser_ = naive::chooser(rules_.naive, state_);
        game_.play(action);
        state_ = naive::play(rules_.naive, state_, agon::to_text(action));
        history_.add(state_);
        compare();
    }

    /// Throws agon::Error when one of the actions is illegal.
    Twin& play(const std::string& action) {
        play(agon::parse_legal_move(rules_.engine, position(), action));
        return *this;
    }

    [[nodiscard]] const RulePair& rules() const { return rules_; }
    [[nodiscard]] const agon::Game& game() const { return game_; }
    [[nodiscard]] const agon::Position& position() const { return game_.position(); }
    [[nodiscard]] const agon::MoveList& moves() const { return moves_; }

    /// In words, draws included: "none", "white wins (throne)", "draw (repetition)".
    [[nodiscard]] const std::string& outcome() const { return outcome_; }
    /// Sorted action texts.
    [[nodiscard]] const std::vector<std::string>& legal() const { return legal_; }
    [[nodiscard]] bool offers(const std::string& action) const {
        return std::ranges::find(legal_, action) != legal_.end();
    }

    /// The cells from which actions start. No action may be a placement or a pass.
    [[nodiscard]] std::set<std::string> movers() const {
        std::set<std::string> cells;
        for (const agon::Move move : moves_) cells.insert(move.from().text());
        return cells;
    }
    /// The rings that actions lead to, each with its number of actions. No action may be a pass.
    [[nodiscard]] std::map<int, int> target_rings() const {
        std::map<int, int> rings;
        for (const agon::Move move : moves_) ++rings[move.to().ring()];
        return rings;
    }

    [[nodiscard]] std::string text() const { return naive::text(state_); }
    /// A field of the position text, 0 to 5 (rules.md section 8).
    [[nodiscard]] std::string field(int number) const {
        std::string rest = text();
        for (int i = 0; i < number; ++i) rest.erase(0, rest.find(' ') + 1);
        return rest.substr(0, rest.find(' '));
    }
    [[nodiscard]] std::string turn() const { return field(1); }
    [[nodiscard]] std::string captured() const { return field(2); }
    [[nodiscard]] std::string clock() const { return field(4); }
    /// What stands on a cell: one of Q G q g; "" if it is vacant.
    [[nodiscard]] std::string piece(const std::string& cell) const {
        const auto found = state_.board.find(naive::cell_named(cell));
        return found == state_.board.end() ? "" : std::string(1, found->second);
    }
    [[nodiscard]] bool white_chooses() const { return naive::chooser(rules_.naive, state_) == 'w'; }

private:
    void compare() {
        Agreement agreement = agreed(rules_, position(), state_);
        moves_ = agreement.moves;
        legal_ = std::move(agreement.legal);
        outcome_ = std::move(agreement.outcome);
        if (outcome_ == "none" && history_.repetition(game_.limits().repetition))
            outcome_ = repetition();
        if (outcome_ == "none" && history_.no_progress(game_.limits().no_progress))
            outcome_ = "draw (no progress)";
        if (const std::string ours = agon::to_text(game_.outcome()); ours != outcome_)
            throw Disagreement(rules_.name + ": " + text() + ": outcome of the game: engine '" +
                               ours + "', referee '" + outcome_ + "'");
    }

    /// rules.md 4.9; if repeating loses, the side that chose the action loses.
    [[nodiscard]] std::string repetition() const {
        if (rules_.naive.repetition == naive::Repetition::Draw) return "draw (repetition)";
        if (chooser_ == ' ') return "none";
        return chooser_ == 'w' ? "black wins (repetition)" : "white wins (repetition)";
    }

    RulePair rules_;
    agon::Game game_;
    naive::State state_;
    char chooser_ = ' '; ///< of the last action
    naive::History history_;
    std::string outcome_;
    agon::MoveList moves_;
    std::vector<std::string> legal_;
};

} // namespace support
