#include "tests/soak/ledger.hpp"

#include "tests/soak/fault.hpp"
#include "tools/match/engines/engine_text.hpp"

#include <algorithm>
#include <utility>

namespace agon::soak {
namespace {

/// So many margins are waited for a search that nothing but its nodes or depth bounds.
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

void Ledger::owe(Debt debt, Time now) {
    debt.sent = now;
    debts_.push_back(std::move(debt));
}

void Ledger::stop(Time now) {
    const auto unsure = [](const Debt& debt) { return debt.search && !debt.stopped; };
    const auto first = std::ranges::find_if(debts_, unsure);
    if (first == debts_.end()) return;
    const bool only_one = std::ranges::count_if(debts_, unsure) == 1;
    for (Debt& debt : debts_)
        if (unsure(debt)) debt.perhaps_stopped = true;
    // The only one is stopped now, or over anyway; one that never ends cannot be over.
    if (only_one || first->never_ends()) first->stopped = now;
}

void Ledger::stop_all(Time now) {
    for (Debt& debt : debts_) {
        if (!debt.search || debt.stopped) continue;
        debt.perhaps_stopped = true;
        debt.stopped = now;
    }
}

void Ledger::ponderhit(Time now) {
    const auto found = std::ranges::find_if(
        debts_, [](const Debt& debt) { return debt.ponders && !debt.hit && !debt.stopped; });
    if (found != debts_.end()) found->hit = now;
}

std::optional<Time> Ledger::due(const Debt& debt) const {
    std::optional<Time> due;
    if (debt.stopped) due = std::max(begin(debt), *debt.stopped);
    if (debt.never_ends()) return due;
    if (const auto bound = debt.bound()) {
        const Time in_time = std::max(begin(debt), debt.hit.value_or(Time())) + *bound;
        due = std::min(due.value_or(in_time), in_time);
    }
    return due;
}

void Ledger::hear(std::string_view line, Time now) {
    if (debts_.empty()) throw Fault("unasked answer: '" + shown(line) + "'");
    Debt& debt = debts_.front();
    const auto was_due = due(debt); // taking the answer may change what bounds it
    switch (debt.take(line)) {
    case Taken::Nothing:
        throw Fault("unexpected line: '" + shown(line) + "' while '" + shown(debt.asked) +
                    "' was to be answered");
    case Taken::Part: return;
    case Taken::Whole: break;
    }
    if (debt.never_ends() && !debt.perhaps_stopped)
        throw Fault("early answer: '" + shown(line) + "' to '" + shown(debt.asked) + "'");
    const Debt paid = std::move(debt);
    debts_.pop_front();
    last_paid_ = now;
    if (was_due) count(paid.stopped ? "stop" : paid.kind, paid.asked, *was_due, now);
}

void Ledger::count(const std::string& kind, const std::string& asked, Time due, Time now) {
    counts_.late[table_changes_ ? "behind a new table" : kind].add(now - due);
    if (now > due + margin())
        throw Fault("late answer: to '" + shown(asked) + "', by " + in_ms(now - due));
}

void Ledger::check(Time now) const {
    if (debts_.empty()) return;
    const Debt& debt = debts_.front();
    const auto when = due(debt);
    if (!when && debt.never_ends()) return;
    if (now > when.value_or(begin(debt) + (PATIENCE - 1) * margin_) + margin())
        throw Fault("late answer: none to '" + shown(debt.asked) + "' after " +
                    in_ms(now - begin(debt)));
}

} // namespace agon::soak
