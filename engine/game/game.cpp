#include "engine/game/game.hpp"

#include "engine/game/apply.hpp"

#include <algorithm>

namespace agon {

bool cuts_repetition(const RuleSet& rules, const Position& before, const Position& after) {
    if (!before.placing() && !rules.removes()) return false;
    return before.occupied().count() != after.occupied().count();
}

Game::Game(const RuleSet& rules, const Position& first, DrawLimits limits)
    : rules_(rules), entries_{{first, Move(), 0}}, keys_{first.key} {
    set_limits(limits);
}

void Game::play(Move move) {
    const Entry& last = entries_.back();
    const Position next = after(rules_, last.position, move);
    const std::size_t begin =
        cuts_repetition(rules_, last.position, next) ? entries_.size() : last.scan_begin;
    entries_.push_back({next, move, begin});
    keys_.push_back(next.key);
}

bool Game::undo() {
    if (entries_.size() == 1) return false;
    entries_.pop_back();
    keys_.pop_back();
    return true;
}

int Game::occurrences() const {
    const auto begin = keys_.begin() + static_cast<std::ptrdiff_t>(entries_.back().scan_begin);
    return static_cast<int>(std::count(begin, keys_.end(), keys_.back()));
}

std::optional<Outcome> Game::outcome() const {
    if (const auto end = decided(rules_, position())) return end;
    if (limits_.repetition > 0 && occurrences() >= limits_.repetition) {
        if (rules_.repetition == Repetition::Draw) return Outcome{std::nullopt, Reason::Repetition};
        if (length() > 0) // with a limit of one the first position repeats nothing
            return Outcome{~agon::chooser(rules_, entries_[length() - 1].position),
                           Reason::Repetition};
    }
    if (limits_.no_progress > 0 &&
        position().clock >= static_cast<std::uint32_t>(limits_.no_progress))
        return Outcome{std::nullopt, Reason::NoProgress};
    return std::nullopt;
}

bool Game::won() const {
    // Only there can more than the board decide: counting repetitions takes time in a long game.
    const auto end =
        rules_.repetition == Repetition::Loses ? outcome() : decided(rules_, position());
    return end && end->winner;
}

std::vector<std::uint64_t> Game::repeatable_keys() const {
    return {keys_.begin() + static_cast<std::ptrdiff_t>(entries_.back().scan_begin), keys_.end()};
}

} // namespace agon
