// The game that the engine was sent, kept by the naive referee.
#pragma once

#include "tests/naive/referee.hpp"
#include "tests/support/random.hpp"

#include <string>
#include <vector>

namespace agon::soak {

/// When a game is drawn; 0 switches a limit off (rules.md 4.9).
struct DrawLimits {
    int repetition = 3;
    int no_progress = 100;
};

class NaiveGame {
public:
    /// `first` is a valid position text of these rules.
    NaiveGame(naive::Rules rules, const std::string& first);

    [[nodiscard]] const naive::Rules& rules() const { return rules_; }
    [[nodiscard]] const naive::State& state() const { return state_; }
    [[nodiscard]] std::string text() const { return naive::text(state()); }
    /// `position fen ... moves ...`, the words after `position`.
    [[nodiscard]] std::string as_command() const;

    /// Sorted action texts, draws ignored.
    [[nodiscard]] const std::vector<std::string>& legal() const { return legal_; }
    [[nodiscard]] bool is_legal(const std::string& action) const;
    /// "none", "white wins (throne)", "draw (repetition)".
    [[nodiscard]] std::string outcome(DrawLimits limits) const;
    /// 'w' or 'b'.
    [[nodiscard]] char chooser() const { return naive::chooser(rules_, state()); }
    [[nodiscard]] std::size_t length() const { return actions_.size(); }

    /// `action` must be legal().
    void play(const std::string& action);

    /// One of legal(), which is not empty: often a capture, mostly inward, so that games end and
    /// pieces are relocated.
    [[nodiscard]] std::string choose(support::Random& random) const;

private:
    naive::Rules rules_;
    naive::State first_;
    naive::State state_;
    std::vector<std::string> actions_;
    std::vector<std::string> legal_;
    naive::History history_;
};

} // namespace agon::soak
