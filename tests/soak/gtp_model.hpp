// What a GTP session has to say, by protocols.md section 3 and the naive referee: text moves only.
#pragma once

#include "tests/soak/naive_game.hpp"

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace agon::soak {

class GtpModel {
public:
    using Milliseconds = std::chrono::milliseconds;
    struct Reply {
        bool success;
        std::string text;
    };

    GtpModel() : game_(naive::preset(variant_), start_text()) {}

    [[nodiscard]] const NaiveGame& game() const { return game_; }
    [[nodiscard]] bool over() const { return end() != "none"; }
    /// "none", "white wins (throne)", "black wins (resignation)", "draw (repetition)".
    [[nodiscard]] std::string end() const;

    void set_limits(DrawLimits limits) { limits_ = limits; }
    void set_variant(const std::string& name);
    void set_setup(const std::string& name); ///< or "preset"
    void set_position(const std::string& text);
    void clear_board();

    [[nodiscard]] Reply play(char side, const std::string& action);
    [[nodiscard]] Reply undo();

    /// What `genmove` answers without a choice; nothing when it has one.
    [[nodiscard]] std::optional<std::string> forced(char side) const;
    /// The engine has answered so; precondition: it is right.
    void answered(char side, const std::string& action);

    /// Of both sides; nothing for no limit.
    void set_time(std::optional<Milliseconds> main);
    void set_time_left(char side, Milliseconds left) { left_[place(side)] = left; }
    /// At most what `side` has left; nothing without a clock.
    [[nodiscard]] std::optional<Milliseconds> time_left(char side) const {
        return left_[place(side)];
    }

private:
    /// 'a' an action, 'i' a pass that changes nothing, 'w' or 'b' the side that has resigned.
    using Ply = char;
    static std::size_t place(char side) { return side == 'w' ? 0 : 1; }
    [[nodiscard]] std::string start_text() const;
    void restart(const std::string& text);

    std::string variant_ = "classic";
    std::string setup_ = "preset";
    DrawLimits limits_;
    NaiveGame game_;
    std::vector<Ply> plies_;
    std::optional<Milliseconds> main_;
    std::array<std::optional<Milliseconds>, 2> left_;
};

} // namespace agon::soak
