// What an engine owes: answers, in the order of the questions, each in its time.
#pragma once

#include "tests/soak/tally.hpp"

#include <chrono>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace agon::soak {

using Clock = std::chrono::steady_clock;
using Time = Clock::time_point;
using Milliseconds = std::chrono::milliseconds;

/// How much of an answer a line was.
enum class Taken : std::uint8_t { Nothing, Part, Whole };

struct Debt {
    /// Judges a line; throws Fault when it is the answer and wrong.
    using Take = std::function<Taken(std::string_view line)>;
    /// The time that the answer may take once its turn has come; nothing: no more than patience.
    using Bound = std::function<std::optional<Milliseconds>()>;

    std::string asked; ///< the command
    std::string kind;  ///< what its lateness is counted under
    Take take;
    Bound bound;
    bool search = false;  ///< `stop` is for it
    bool endless = false; ///< until `stop`
    bool ponders = false; ///< endless until `ponderhit`

    // Kept by the ledger.
    Time sent{};
    std::optional<Time> hit{};     ///< by ponderhit
    std::optional<Time> stopped{}; ///< certainly
    bool perhaps_stopped = false;

    [[nodiscard]] bool never_ends() const { return endless || (ponders && !hit); }
};

/// Bound of an answer that needs no thinking.
[[nodiscard]] inline std::optional<Milliseconds> at_once() { return Milliseconds(0); }

/// Of the first answer of a process.
[[nodiscard]] inline std::optional<Milliseconds> start_time() { return Milliseconds(2000); }

class Ledger {
public:
    /// What comes later than `margin` after it was due is a Fault.
    Ledger(Milliseconds margin, Counts& counts) : margin_(margin), counts_(counts) {}

    void owe(Debt debt, Time now);
    [[nodiscard]] bool settled() const { return debts_.empty(); }
    /// That of now.
    [[nodiscard]] Milliseconds margin() const {
        return table_changes_ ? TABLE_MARGINS * margin_ : margin_;
    }

    /// `stop` was said. It is for the oldest search that is neither stopped nor over, and what is
    /// over is not known before its answer has come: so which one it was may be uncertain.
    void stop(Time now);
    /// `stop` was said at least once for each search.
    void stop_all(Time now);
    /// At most one of the debts ponders.
    void ponderhit(Time now);

    /// Throws Fault when the line is no answer to the oldest question, a wrong, early or late one.
    void hear(std::string_view line, Time now);
    /// Throws Fault when something is overdue.
    void check(Time now) const;
    /// The table's size is being changed. The operating system may take long to find the memory,
    /// so what is asked from now on may be TABLE_MARGINS margins late, and is counted apart, until
    /// rest().
    void table_changes() { table_changes_ = true; }
    /// Everything has been answered.
    void rest() { table_changes_ = false; }
    static constexpr int TABLE_MARGINS = 10;

    /// Counts a lateness; throws Fault when it is beyond the margin.
    void count(const std::string& kind, const std::string& asked, Time due, Time now);

private:
    [[nodiscard]] Time begin(const Debt& debt) const { return std::max(debt.sent, last_paid_); }
    [[nodiscard]] std::optional<Time> due(const Debt& debt) const;

    Milliseconds margin_;
    Counts& counts_;
    std::deque<Debt> debts_;
    Time last_paid_{};
    bool table_changes_ = false;
};

/// `text`, fit for a line of a report.
[[nodiscard]] std::string shown(std::string_view text);

} // namespace agon::soak
