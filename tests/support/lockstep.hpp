// Plays random games with the engine and the naive referee side by side, and counts events.
#pragma once

#include "engine/game/turn.hpp"
#include "tests/support/player.hpp"
#include "tests/support/twin.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace support {

/// Counts of events: a lockstep through games without them would prove little.
struct Tally {
    std::size_t positions = 0, passes = 0, placements = 0, guards_captured = 0, queens_captured = 0,
                two_captured_at_once = 0, both_hold_captured = 0, self_captures = 0,
                relocations = 0, capturing_relocations = 0, opponent_choices = 0, mid_turn = 0,
                exchanges = 0, removals = 0, by_throne = 0, by_forfeit = 0, by_no_guards = 0,
                by_repetition = 0, by_no_progress = 0, by_ring = 0, by_no_action = 0;
};

class Lockstep {
public:
    Lockstep(const RulePair& rules, std::uint64_t seed, int plies_a_game = 300)
        : rules_(rules), random_(seed), plies_a_game_(plies_a_game) {}

    /// Plays games from `first` until `count` more positions have been compared.
    void play(const std::string& first, std::size_t count) {
        const std::size_t end = tally_.positions + count;
        while (tally_.positions < end) play_game(first, end);
    }

    /// One game.
    void play_once(const std::string& first) { play_game(first, 0); }

    [[nodiscard]] const Tally& tally() const { return tally_; }
    [[nodiscard]] const RulePair& rules() const { return rules_; }

private:
    void play_game(const std::string& first, std::size_t end) {
        Twin twin(rules_, first, draw_limits());
        Player player(random_);
        for (int ply = 0; ply < plies_a_game_; ++ply) {
            ++tally_.positions;
            count_outcome(twin.outcome());
            if (twin.moves().empty() || tally_.positions == end) return;
            const agon::Position before = twin.position();
            const agon::Move move = player.choose(rules_.engine, before, twin.moves());
            twin.play(move);
            count(before, move, twin.position());
        }
    }

    agon::DrawLimits draw_limits() {
        return {random_.pick(std::vector{0, 2, 3}), random_.pick(std::vector{0, 10, 100})};
    }

    void count_outcome(const std::string& outcome) {
        tally_.by_throne += outcome.ends_with("wins (throne)") ? 1U : 0U;
        tally_.by_forfeit += outcome.ends_with("wins (forfeit)") ? 1U : 0U;
        tally_.by_no_guards += outcome.ends_with("wins (no guards)") ? 1U : 0U;
        tally_.by_repetition += outcome.ends_with("(repetition)") ? 1U : 0U;
        tally_.by_ring += outcome == "draw (ring)" ? 1U : 0U;
        tally_.by_no_action += outcome.ends_with("wins (no action)") ? 1U : 0U;
        tally_.by_no_progress += outcome == "draw (no progress)" ? 1U : 0U;
    }

    void count(const agon::Position& before, agon::Move move, const agon::Position& after) {
        const auto add = [](std::size_t& counter, bool happened) { counter += happened ? 1U : 0U; };
        const bool bloody = rules_.engine.bloody();
        const bool removes = rules_.engine.removes();
        const agon::Bitboard fresh = after.captured - before.captured;
        const agon::Bitboard queens =
            after.queen(agon::Side::White) | after.queen(agon::Side::Black);
        const bool settles =
            !move.is_pass() && !move.is_placement() && before.captured.contains(move.from());
        const bool fewer = after.occupied().count() < before.occupied().count();
        add(tally_.passes, move.is_pass());
        add(tally_.placements, move.is_placement());
        add(tally_.guards_captured, (fresh - queens).any());
        add(tally_.queens_captured, (fresh & queens).any());
        add(tally_.two_captured_at_once, fresh.count() >= 2);
        add(tally_.both_hold_captured,
            (after.captured & after.pieces[0]).any() && (after.captured & after.pieces[1]).any());
        add(tally_.self_captures, (fresh & before.pieces[before.turn]).any() ||
                                      (!settles && !move.is_pass() && fresh.contains(move.to())));
        add(tally_.relocations, settles);
        add(tally_.capturing_relocations, settles && fresh.any());
        add(tally_.opponent_choices, agon::chooser(rules_.engine, before) != before.turn);
        add(tally_.mid_turn, after.turn == before.turn);
        add(tally_.exchanges, bloody && settles && fewer);
        add(tally_.removals, removes && !(bloody && settles) && fewer);
    }

    RulePair rules_;
    Random random_;
    int plies_a_game_;
    Tally tally_;
};

} // namespace support
