// What a soak sends to an engine next, by UCI or UGI, and whether the answers are right.
#pragma once

#include "tests/soak/naive_game.hpp"
#include "tests/soak/option_list.hpp"
#include "tests/soak/uci_answers.hpp"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agon::soak {

/// One line to send, or something else to do at that point.
struct Step {
    enum class Signal : std::uint8_t { None, Stop, StopAll, PonderHit, IsReady };

    std::string line{};                       ///< empty: nothing is sent
    std::optional<ExpectedAnswer> expected{}; ///< the answer to the line
    Signal signal = Signal::None;
    Milliseconds pause{0};      ///< before this step
    bool settles = false;       ///< wait until all answers have come
    bool changes_table = false; ///< the line sets `Hash`
    bool takes_sample = false;  ///< measure memory: the engine is idle, with the usual options
};
using Script = std::vector<Step>;

struct DriverSettings {
    Milliseconds margin{500};
    bool plain = false; ///< send only what every engine of the protocol must know
};

enum class Protocol : std::uint8_t { Uci, Ugi };

[[nodiscard]] std::string_view name(Protocol protocol);

/// Not thread-safe. What it sends depends on the seed and on the options that the engine lists,
/// never on time.
class Driver {
public:
    Driver(Protocol protocol, std::uint64_t seed, DriverSettings settings, Counts& counts);

    [[nodiscard]] Script greeting();
    /// Resets options, rules and game, so that what follows can be repeated without what was
    /// before.
    [[nodiscard]] Script reset();
    /// A few searches and questions about a game. Precondition: settled().
    [[nodiscard]] Script episode();
    /// Sent before the end; nothing waits for an answer.
    [[nodiscard]] std::vector<std::string> parting_lines();

    /// `step` has been sent.
    void sent(const Step& step, Time now);
    /// A line of the engine. Throws Fault.
    void receive(std::string_view line, Time now);
    /// Throws Fault when something is overdue.
    void check(Time now) const;
    [[nodiscard]] bool settled() const { return answers_.settled() && readies_.empty(); }

private:
    /// A `go` command and its answer.
    struct Go {
        std::string words;
        ExpectedAnswer expected;
    };

    // These add steps.
    static void put(Script& script, Step step);
    void send(Script& script, const std::string& line, Milliseconds pause = Milliseconds(0)) const;
    void position(Script& script);
    void send_limits(Script& script);
    void other_rules(Script& script);
    void new_game(Script& script);
    void other_game(Script& script);
    void play_on();
    static void set_option(Script& script, const Setting& option, Milliseconds before);
    void option(Script& script);
    void is_ready(Script& script, Milliseconds pause) const;
    void timed(Script& script);
    void endless(Script& script);
    void ponder(Script& script);
    void storm(Script& script);
    void storm_step(Script& script);

    [[nodiscard]] Go timed_go();
    [[nodiscard]] ExpectedAnswer expect_search(const std::string& words, const std::string& kind,
                                               std::optional<Milliseconds> bound);
    void restrict_moves(Go& go);
    [[nodiscard]] Go with_ponder(Go go) const;

    [[nodiscard]] BoardPtr board() const { return std::make_shared<Board>(game_, limits_); }
    [[nodiscard]] std::string start_text() const;
    [[nodiscard]] Milliseconds pause(int most);
    [[nodiscard]] bool over() const { return game_.outcome(limits_) != "none"; }

    DriverSettings settings_;
    Counts& counts_;
    AnswerQueue answers_;
    bool ugi_;
    support::Random random_;
    OptionList options_;
    std::string variant_ = "classic";
    std::string setup_ = "preset";
    DrawLimits limits_;
    NaiveGame game_;
    bool refused_ = false; ///< the last `position` was illegal

    SearchInfo info_;
    std::deque<Time> readies_; ///< when `isready` was sent
    int stoppable_ = 0;        ///< searches in the storm being planned
    bool pondered_ = false;    ///< in that storm
};

} // namespace agon::soak
