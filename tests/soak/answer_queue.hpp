// The answers that an engine still has to give: in the order of the commands, each by its time.
#pragma once

#include "tests/soak/tally.hpp"

#include <chrono>
#include <deque>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace agon::soak {

/// What an engine did wrong; the text names the kind of fault first: "illegal answer: ...".
class Fault : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

using Clock = std::chrono::steady_clock;
using Time = Clock::time_point;
using Milliseconds = std::chrono::milliseconds;

/// What a line was to the answer at the front of the queue.
enum class Taken : std::uint8_t { Nothing, Part, Whole };

struct ExpectedAnswer {
    /// Checks a line; throws Fault when it is the answer and wrong.
    using Take = std::function<Taken(std::string_view line)>;
    /// How long the answer may take once it is at the front; nothing: until patience is over.
    using Bound = std::function<std::optional<Milliseconds>()>;

    std::string asked; ///< the command
    std::string kind;  ///< what its lateness is counted under
    Take take;
    Bound bound;
    bool search = false;  ///< a `stop` can end it
    bool endless = false; ///< until `stop`
    bool ponders = false; ///< endless until `ponderhit`

    // Kept by AnswerQueue.
    Time sent{};
    std::optional<Time> hit{};     ///< when `ponderhit` was sent for it
    std::optional<Time> stopped{}; ///< when a `stop` was sent that is certainly for it
    bool perhaps_stopped = false;

    [[nodiscard]] bool never_ends() const { return endless || (ponders && !hit); }
};

/// Bound of an answer that needs no search.
[[nodiscard]] inline std::optional<Milliseconds> at_once() { return Milliseconds(0); }

/// Bound of the first answer of a process.
[[nodiscard]] inline std::optional<Milliseconds> start_time() { return Milliseconds(2000); }

class AnswerQueue {
public:
    /// An answer that comes more than `margin` after it was due is a Fault.
    AnswerQueue(Milliseconds margin, Counts& counts) : margin_(margin), counts_(counts) {}

    void push(ExpectedAnswer expected, Time now);
    [[nodiscard]] bool settled() const { return expected_.empty(); }
    /// The margin that applies now.
    [[nodiscard]] Milliseconds margin() const {
        return table_changes_ ? TABLE_MARGINS * margin_ : margin_;
    }

    /// `stop` was sent. It ends the oldest search that is neither stopped nor over. Whether one is
    /// over is known only when its answer has come, so which search was meant may be uncertain.
    void stop(Time now);
    /// `stop` was sent at least once for each search.
    void stop_all(Time now);
    /// Precondition: at most one of the answers ponders.
    void ponderhit(Time now);

    /// Throws Fault when the line is not the answer at the front, or is wrong, early or late.
    void receive(std::string_view line, Time now);
    /// Throws Fault when something is overdue.
    void check(Time now) const;
    /// `Hash` is being changed. The operating system may take long to find the memory: until
    /// rest(), answers may be TABLE_MARGINS margins late and are counted apart.
    void table_changes() { table_changes_ = true; }
    /// Everything has been answered.
    void rest() { table_changes_ = false; }
    static constexpr int TABLE_MARGINS = 10;

    /// Counts a lateness; throws Fault when it is beyond the margin.
    void count(const std::string& kind, const std::string& asked, Time due, Time now);

private:
    [[nodiscard]] Time begin(const ExpectedAnswer& expected) const {
        return std::max(expected.sent, last_answer_);
    }
    [[nodiscard]] std::optional<Time> due(const ExpectedAnswer& expected) const;

    Milliseconds margin_;
    Counts& counts_;
    std::deque<ExpectedAnswer> expected_;
    Time last_answer_{};
    bool table_changes_ = false;
};

/// `text` as printable ASCII, cut off where it is long.
[[nodiscard]] std::string shown(std::string_view text);

} // namespace agon::soak
