// Draws by repetition and by lack of progress: rules.md section 4.9.
#include "tests/naive/referee.hpp"

namespace naive {

History::History(const State& first) { add(first); }

void History::add(const State& next) {
    // Only a placement, an exchange or a removal changes how many pieces are on the board.
    if (next.board.size() != pieces_on_board_) seen_.clear();
    pieces_on_board_ = next.board.size();
    seen_.push_back(text_without_counters(next));
    clock_ = next.clock;
}

int History::occurrences() const {
    int count = 0;
    for (const std::string& position : seen_) count += position == seen_.back() ? 1 : 0;
    return count;
}

bool History::repetition(int limit) const { return limit > 0 && occurrences() >= limit; }

bool History::no_progress(int limit) const { return limit > 0 && clock_ >= limit; }

} // namespace naive
