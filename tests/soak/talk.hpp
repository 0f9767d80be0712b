// One protocol, as a soak speaks it: what is said next, and whether the answers are right.
#pragma once

#include "tests/soak/ledger.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agon::soak {

/// Something to say.
struct Step {
    enum class Signal : std::uint8_t { None, Stop, StopAll, PonderHit, IsReady };

    std::string line{};         ///< empty: nothing, but see below
    std::optional<Debt> debt{}; ///< the answer that it asks for
    Signal signal = Signal::None;
    Milliseconds pause{0};      ///< before it
    bool settles = false;       ///< it waits until nothing is owed
    bool changes_table = false; ///< its size
    bool takes_sample = false;  ///< of the memory: the engine rests, with the usual options
};
using Script = std::vector<Step>;

struct TalkSettings {
    Milliseconds margin{500};
    bool plain = false; ///< only what every engine of the protocol knows
};

/// Not for two threads at once. What it says depends on the seed, on the options that the engine
/// lists and, in GTP, on the engine's actions; not on time.
class Talk {
public:
    Talk(TalkSettings settings, Counts& counts)
        : settings_(settings), counts_(counts), ledger_(settings.margin, counts) {}
    virtual ~Talk() = default;
    Talk(const Talk&) = delete;
    Talk& operator=(const Talk&) = delete;

    virtual Script greeting() = 0;
    /// Puts everything back, so that what follows can be repeated without what came before.
    virtual Script chapter() = 0;
    /// A few questions about a game. Called when settled().
    virtual Script conversation() = 0;
    /// Said before the end, which nobody waits for.
    virtual std::vector<std::string> last_words() = 0;

    /// `step` is said now.
    virtual void said(const Step& step, Time now);
    /// A line of the engine. Throws Fault.
    virtual void hear(std::string_view line, Time now) = 0;
    /// Throws Fault when something is overdue.
    virtual void check(Time now) const { ledger_.check(now); }
    [[nodiscard]] virtual bool settled() const { return ledger_.settled(); }

protected:
    TalkSettings settings_;
    Counts& counts_;
    Ledger ledger_;
};

enum class Protocol : std::uint8_t { Uci, Ugi, Gtp };

[[nodiscard]] std::string_view name(Protocol protocol);
[[nodiscard]] std::unique_ptr<Talk> make_talk(Protocol protocol, std::uint64_t seed,
                                              TalkSettings settings, Counts& counts);

} // namespace agon::soak
