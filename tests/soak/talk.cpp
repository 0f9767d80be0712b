#include "tests/soak/talk.hpp"

#include "tests/soak/gtp_talk.hpp"
#include "tests/soak/uci_talk.hpp"

namespace agon::soak {

void Talk::said(const Step& step, Time now) {
    using enum Step::Signal;
    if (!step.line.empty()) ++counts_.commands;
    if (step.settles) ledger_.rest();
    if (step.changes_table) ledger_.table_changes();
    if (step.debt) {
        counts_.searches += step.debt->search ? 1 : 0;
        ledger_.owe(*step.debt, now);
    }
    if (step.signal == Stop) ledger_.stop(now);
    if (step.signal == StopAll) ledger_.stop_all(now);
    if (step.signal == PonderHit) ledger_.ponderhit(now);
    counts_.stops += step.signal == Stop || step.signal == StopAll ? 1 : 0;
    counts_.ponderhits += step.signal == PonderHit ? 1 : 0;
}

std::string_view name(Protocol protocol) {
    switch (protocol) {
    case Protocol::Uci: return "uci";
    case Protocol::Ugi: return "ugi";
    case Protocol::Gtp: return "gtp";
    }
    return {};
}

std::unique_ptr<Talk> make_talk(Protocol protocol, std::uint64_t seed, TalkSettings settings,
                                Counts& counts) {
    if (protocol == Protocol::Gtp) return std::make_unique<GtpTalk>(seed, settings, counts);
    return std::make_unique<UciTalk>(protocol == Protocol::Ugi, seed, settings, counts);
}

} // namespace agon::soak
