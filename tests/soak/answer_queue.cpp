#include "tests/soak/answer_queue.hpp"

#include "tools/match/engines/engine_text.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace agon::soak {
namespace {

/// Margins to wait for a search that only nodes or depth limit.
constexpr int PATIENCE = 40;

std::string in_ms(Clock::duration time) {
    return std::to_string(std::chrono::duration_cast<Milliseconds>(time).count()) + " ms";
}

} // namespace

std::string shown(std::string_view text) {
    constexpr std::size_t LONGEST = 200;
    return match::printable(std::string(text.substr(0, LONGEST))) +
           (text.size() > LONGEST ? "..." : "");
}

void AnswerQueue::push(ExpectedAnswer expected, Time now) {
    expected.sent = now;
    expected_.push_back(std::move(expected));
}

void AnswerQueue::stop(Time now) {
    const auto unsure = [](const ExpectedAnswer& expected) {
        return expected.search && !expected.stopped;
    };
    const auto first = std::ranges::find_if(expected_, unsure);
    if (first == expected_.end()) return;
    const bool only_one = std::ranges::count_if(expected_, unsure) == 1;
    for (ExpectedAnswer& expected : expected_)
        if (unsure(expected)) expected.perhaps_stopped = true;
    // A single search is stopped now or was over before; an endless one cannot be over.
    if (only_one || first->never_ends()) first->stopped = now;
}

void AnswerQueue::stop_all(Time now) {
    for (ExpectedAnswer& expected : expected_) {
        if (!expected.search || expected.stopped) continue;
        expected.perhaps_stopped = true;
        expected.stopped = now;
    }
}

void AnswerQueue::ponderhit(Time now) {
    assert(std::ranges::count_if(expected_, [](const auto& answer) {
               return answer.ponders && !answer.hit && !answer.stopped;
           }) <= 1);
    const auto found = std::ranges::find_if(expected_, [](const ExpectedAnswer& expected) {
        return expected.ponders && !expected.hit && !expected.stopped;
    });
    if (found != expected_.end()) found->hit = now;
}

std::optional<Time> AnswerQueue::due(const ExpectedAnswer& expected) const {
    std::optional<Time> due;
    if (expected.stopped) due = std::max(begin(expected), *expected.stopped);
    if (expected.never_ends()) return due;
    if (const auto bound = expected.bound()) {
        const Time in_time = std::max(begin(expected), expected.hit.value_or(Time())) + *bound;
        due = std::min(due.value_or(in_time), in_time);
    }
    return due;
}

void AnswerQueue::receive(std::string_view line, Time now) {
    if (expected_.empty()) throw Fault("unasked answer: '" + shown(line) + "'");
    ExpectedAnswer& expected = expected_.front();
    const auto was_due = due(expected); // take() may change the bound
    switch (expected.take(line)) {
    case Taken::Nothing:
        throw Fault("unexpected line: '" + shown(line) + "' while '" + shown(expected.asked) +
                    "' was to be answered");
    case Taken::Part: return;
    case Taken::Whole: break;
    }
    if (expected.never_ends() && !expected.perhaps_stopped)
        throw Fault("early answer: '" + shown(line) + "' to '" + shown(expected.asked) + "'");
    const ExpectedAnswer paid = std::move(expected);
    expected_.pop_front();
    last_answer_ = now;
    if (was_due) count(paid.stopped ? "stop" : paid.kind, paid.asked, *was_due, now);
}

void AnswerQueue::count(const std::string& kind, const std::string& asked, Time due, Time now) {
    counts_.late[table_changes_ ? "behind a new table" : kind].add(now - due);
    if (now > due + margin())
        throw Fault("late answer: to '" + shown(asked) + "', by " + in_ms(now - due));
}

void AnswerQueue::check(Time now) const {
    if (expected_.empty()) return;
    const ExpectedAnswer& expected = expected_.front();
    const auto when = due(expected);
    if (!when && expected.never_ends()) return;
    if (now > when.value_or(begin(expected) + (PATIENCE - 1) * margin_) + margin())
        throw Fault("late answer: none to '" + shown(expected.asked) + "' after " +
                    in_ms(now - begin(expected)));
}

} // namespace agon::soak
