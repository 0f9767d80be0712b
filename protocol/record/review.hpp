// The review of a game: what each action lost, and what was better.
#pragma once

#include "engine/game/game.hpp"
#include "engine/game/safety.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/record/mistake.hpp"
#include "protocol/record/review_task.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace agon {

/// A review in progress. It does not search: its owner asks next(), searches that position and
/// reports to found(), until next() returns nullopt; it may pause at any time. The last positions
/// come first, so that later searches fill the table for earlier ones. The results depend only on
/// the findings, not on their order.
class Review {
public:
    /// Of a game with all its actions; the limits of draws are those of `game`.
    explicit Review(Game game);

    [[nodiscard]] const Game& game() const { return game_; }
    /// The game until there.
    [[nodiscard]] Game game_at(std::size_t ply) const;

    [[nodiscard]] const Position& position(std::size_t ply) const { return places_[ply].position; }

    /// What to search now; nullopt if the review is complete.
    [[nodiscard]] std::optional<ReviewTask> next() const;
    /// Preconditions: `ply` is at most the length of the game, `line` is legal from there.
    void found(std::size_t ply, Finding finding);

    /// Positions that have a score, and all.
    [[nodiscard]] std::size_t done() const;
    [[nodiscard]] std::size_t size() const { return places_.size(); }

    /// Of the position after `ply` actions, white's view; Kind::None where it is not known.
    [[nodiscard]] Evaluation evaluation(std::size_t ply) const;
    /// Points that white may expect there, 0 to 1; nullopt if the position is not searched.
    [[nodiscard]] std::optional<double> chances(std::size_t ply) const;
    /// Expected points that the action after `ply` others lost; nullopt if that is not known.
    [[nodiscard]] std::optional<double> loss(std::size_t ply) const;
    /// The best actions from there on that were found; empty where none were.
    [[nodiscard]] const std::vector<Move>& better(std::size_t ply) const {
        return places_[ply].finding.line;
    }
    /// The sides that cannot lose from there on, whatever was played later. Needs no search.
    [[nodiscard]] const std::vector<Safety>& safe(std::size_t ply) const {
        return places_[ply].safe;
    }
    /// In the order of the game, without those that a deeper search must still confirm.
    [[nodiscard]] std::vector<Mistake> mistakes() const;

private:
    /// A position, and what is known of it.
    struct Place {
        Position position;
        std::optional<Outcome> outcome; ///< then nothing is searched
        bool choice = false;            ///< whether there is more than one action
        std::vector<Safety> safe{};     ///< none after the end of the game
        Finding finding{};
    };

    [[nodiscard]] std::optional<double> expected(std::size_t ply, Side side) const;
    [[nodiscard]] bool settled(std::size_t ply) const;
    [[nodiscard]] MistakeReason reason(std::size_t ply) const;

    Game game_;
    std::vector<Place> places_; ///< by ply
};

/// "After 7 actions: White cannot lose from here, because ...", for each side the first such
/// position, each a line.
[[nodiscard]] std::string safety_text(const Review& review);

/// White's chances in tenths, a digit for each position, "5567431"; `.` where they are not known.
[[nodiscard]] std::string chances_text(const Review& review);

} // namespace agon
