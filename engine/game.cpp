#include "engine/game.hpp"

#include "engine/apply.hpp"

namespace agon {

bool cuts_repetition(const RuleSet& rules, const Position& before, const Position& after) {
    if (!before.placing() && !rules.removes()) return false;
    return before.occupied().count() != after.occupied().count();
}

Game::Game(const RuleSet& rules, const Position& first, DrawLimits limits)
    : rules_(rules), entries_{{first, Move(), 0}} {
    set_limits(limits);
}

void Game::play(Move move) {
    const Entry& last = entries_.back();
    const Position next = after(rules_, last.position, move);
    const std::size_t begin =
        cuts_repetition(rules_, last.position, next) ? entries_.size() : last.scan_begin;
    entries_.push_back({next, move, begin});
}

bool Game::undo() {
    if (entries_.size() == 1) return false;
    entries_.pop_back();
    return true;
}

int Game::occurrences() const {
    int count = 0;
    for (std::size_t i = entries_.back().scan_begin; i < entries_.size(); ++i)
        count += entries_[i].position.key == position().key ? 1 : 0;
    return count;
}

std::optional<Outcome> Game::outcome() const {
    if (const auto end = decided(rules_, position())) return end;
    if (limits_.repetition > 0 && occurrences() >= limits_.repetition)
        return Outcome{std::nullopt, Reason::Repetition};
    if (limits_.no_progress > 0 &&
        position().clock >= static_cast<std::uint32_t>(limits_.no_progress))
        return Outcome{std::nullopt, Reason::NoProgress};
    return std::nullopt;
}

std::vector<std::uint64_t> Game::repeatable_keys() const {
    std::vector<std::uint64_t> keys;
    for (std::size_t i = entries_.back().scan_begin; i < entries_.size(); ++i)
        keys.push_back(entries_[i].position.key);
    return keys;
}

} // namespace agon
