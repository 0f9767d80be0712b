#include "tests/soak/naive_game.hpp"

#include <algorithm>
#include <cassert>

namespace agon::soak {
namespace {

bool goes_inward(const std::string& action) {
    constexpr std::size_t ONE_ROW =
        2; ///< "a1b2", "a10b11", ...: the second cell begins at a letter
    const auto second =
        std::find_if(action.begin() + 1, action.end(), [](char c) { return c >= 'a' && c <= 'l'; });
    if (action == "pass" || action.size() <= ONE_ROW || second == action.end()) return false;
    return naive::ring(naive::cell_named({second, action.end()})) <
           naive::ring(naive::cell_named({action.begin(), second}));
}

} // namespace

NaiveGame::NaiveGame(naive::Rules rules, const std::string& first)
    : rules_(rules), first_(naive::parse(first)), state_(first_),
      legal_(naive::legal(rules_, state_)), history_(state_) {}

std::string NaiveGame::as_command() const {
    std::string text = "fen " + naive::text(first_);
    if (!actions_.empty()) text += " moves";
    for (const std::string& action : actions_) text += ' ' + action;
    return text;
}

bool NaiveGame::is_legal(const std::string& action) const {
    return std::ranges::binary_search(legal_, action);
}

std::string NaiveGame::outcome(DrawLimits limits) const {
    const std::string decided = naive::result(rules_, state());
    if (decided != "none") return decided;
    if (history_.repetition(limits.repetition)) return "draw (repetition)";
    if (history_.no_progress(limits.no_progress)) return "draw (no progress)";
    return decided;
}

void NaiveGame::play(const std::string& action) {
    assert(is_legal(action));
    state_ = naive::play(rules_, state_, action);
    actions_.push_back(action);
    history_.add(state());
    legal_ = naive::legal(rules_, state());
}

std::string NaiveGame::choose(support::Random& random) const {
    assert(!legal_.empty());
    constexpr int TRIES = 12;
    const bool looks_for_captures = random.percent(40);
    for (int i = 0; i < TRIES; ++i) {
        const std::string& action = random.pick(legal_);
        if (looks_for_captures) {
            const naive::State next = naive::play(rules_, state(), action);
            if (next.captured.size() > state().captured.size()) return action;
        } else if (goes_inward(action)) {
            return action;
        }
    }
    return random.pick(legal_);
}

} // namespace agon::soak
