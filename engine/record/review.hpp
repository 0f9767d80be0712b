// The review of a game: what each action lost, and what was better.
#pragma once

#include "engine/game/game.hpp"
#include "engine/record/record.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agon {

// What is to be searched, and how long.

/// The limits for a position where nobody names others. The nodes make reviews alike on all
/// machines; the time bounds them on slow ones, so that 300 actions take at most 60 s.
inline const TimeControl REVIEW_CONTROL{.move_time = Milliseconds(100), .nodes = 200'000};

/// A position to search: that after `ply` actions. Where an action seems to be at fault, the
/// positions before and after it are searched again and deeper, though not more than a third of
/// all.
struct ReviewTask {
    static constexpr int DEEPER = 3; ///< times the limits
    static constexpr std::size_t SHARE = 3;

    std::size_t ply = 0;
    bool deeper = false;

    /// The limits of its search.
    [[nodiscard]] TimeControl control(TimeControl each = REVIEW_CONTROL) const {
        const int times = deeper ? DEEPER : 1;
        if (each.move_time) *each.move_time *= times;
        if (each.nodes) *each.nodes *= static_cast<std::uint64_t>(times);
        return each;
    }
};

/// What a search found. `line` is legal from the position, and may be empty.
struct Finding {
    Evaluation evaluation; ///< from the side of the chooser
    std::vector<Move> line;
    bool deeper = false;
};

// Judgements.

enum class Judgement : std::uint8_t { Good, Inaccuracy, Mistake, Blunder };

/// The least loss of expected points (WinDrawLoss::expected()) that gets the name.
inline constexpr std::array<double, 4> LEAST_LOSS = {0, 0.1, 0.2, 0.3};

/// "inaccuracy", "mistake" or "blunder"; "" for Good.
[[nodiscard]] std::string_view to_text(Judgement judgement);
/// "?!", "?", "??" or "".
[[nodiscard]] std::string_view glyph(Judgement judgement);

/// An action that lost a tenth of a point or more.
struct Mistake {
    std::size_t ply = 0; ///< actions before it
    Side side = Side::White;
    Move move;
    Judgement judgement = Judgement::Good;
    double loss = 0;          ///< of expected points
    std::vector<Move> better; ///< the action that was best, and how the game goes on
    /// Sentences, "It lets black win in 4.", or "". They say what the search has proved, or what
    /// the rules show about the next action.
    std::string reason;

    /// "White's a1b2 is a blunder. It lets black win in 4. Better is c3d4."
    [[nodiscard]] std::string sentence() const;
};

/// A review under way. It searches nothing itself: its owner asks next(), searches that position,
/// and tells found(), until nothing is left; it may stop and go on at any time. The last positions
/// come first, so that a table that later searches filled helps the earlier ones. All it says
/// depends on the findings alone, not on their order.
class Review {
public:
    /// Of a game with all its actions; the limits of draws are those of `game`.
    explicit Review(Game game);

    [[nodiscard]] const Game& game() const { return game_; }
    /// The game until there.
    [[nodiscard]] Game game_at(std::size_t ply) const;

    [[nodiscard]] const Position& position(std::size_t ply) const { return places_[ply].position; }

    /// What to search now; nothing when the review is complete.
    [[nodiscard]] std::optional<ReviewTask> next() const;
    /// Preconditions: `ply` is at most the length of the game, `line` is legal from there.
    void found(std::size_t ply, Finding finding);

    /// Positions that have a score, and all.
    [[nodiscard]] std::size_t done() const;
    [[nodiscard]] std::size_t size() const { return places_.size(); }

    /// Of the position after `ply` actions, white's view; Kind::None where it is not known.
    [[nodiscard]] Evaluation evaluation(std::size_t ply) const;
    /// Points that white may expect there, 0 to 1; nothing where the position is not searched.
    [[nodiscard]] std::optional<double> chances(std::size_t ply) const;
    /// Expected points that the action after `ply` others lost; nothing where that is not known.
    [[nodiscard]] std::optional<double> loss(std::size_t ply) const;
    /// The best actions from there on that were found; empty where none were.
    [[nodiscard]] const std::vector<Move>& better(std::size_t ply) const {
        return places_[ply].finding.line;
    }
    /// In the order of the game, without those that a deeper search has still to confirm.
    [[nodiscard]] std::vector<Mistake> mistakes() const;

private:
    /// A position, and what is known of it.
    struct Place {
        Position position;
        std::optional<Outcome> outcome; ///< then nothing is searched
        bool choice = false;            ///< whether there is more than one action
        Finding finding{};
    };

    [[nodiscard]] std::optional<double> expected(std::size_t ply, Side side) const;
    [[nodiscard]] bool settled(std::size_t ply) const;
    [[nodiscard]] std::string reason(std::size_t ply) const;

    Game game_;
    std::vector<Place> places_; ///< by ply
};

/// The number of each Judgement, by side.
[[nodiscard]] PerSide<std::array<std::size_t, 4>> counts(const std::vector<Mistake>& mistakes);

/// White's chances in tenths, a digit for each position, "5567431"; `.` where they are not known.
[[nodiscard]] std::string chances_text(const Review& review);

} // namespace agon
