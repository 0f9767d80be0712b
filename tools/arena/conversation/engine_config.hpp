// The settings of an engine (arena.md, Engines).
#pragma once

#include "protocol/record/match_rules.hpp"
#include "protocol/record/time_control.hpp"
#include "tools/arena/conversation/process.hpp"

#include <cstdint>
#include <regex>
#include <string>
#include <vector>

namespace agon::arena {

enum class EngineProtocol : std::uint8_t { Uci, Ugi };

/// The greeting, with which `uciok` and `ucinewgame` begin too.
[[nodiscard]] inline std::string to_text(EngineProtocol protocol) {
    return protocol == EngineProtocol::Uci ? "uci" : "ugi";
}

/// The record keeps the last matching line that an engine writes while it thinks.
struct KeptLine {
    std::string pattern;
    std::regex regex; ///< made from `pattern`
};

/// What the record keeps of an engine's reports, besides score, depths and nodes.
struct KeptDetails {
    bool nps = false;
    bool hashfull = false;
    bool latency = false; ///< the time that it says it took

    friend bool operator==(const KeptDetails&, const KeptDetails&) = default;
};

struct EngineConfig {
    std::string name; ///< printable ASCII without colon; single blanks between words
    Command command;
    EngineProtocol protocol = EngineProtocol::Uci;
    TimeControl time_control;
    EngineOptions options; ///< from the command line; the engine may lack them
    bool ponder = false;   ///< think in the opponent's time, if it can
    std::vector<KeptLine> kept_lines;
    KeptDetails kept_details;
    bool trust = false;               ///< it can play without the match's options
    bool allow_refusal = false;       ///< it can play without the `options` that it refuses
    bool restart = false;             ///< a new process for every game of a match
    Milliseconds start_limit{10'000}; ///< from its start to `uciok`
    Milliseconds stall_limit{60'000}; ///< for `readyok`, and for an answer without a time limit
};

[[nodiscard]] inline std::vector<std::string> names_of(const std::vector<EngineConfig>& engines) {
    std::vector<std::string> names;
    for (const EngineConfig& engine : engines) names.push_back(engine.name);
    return names;
}

} // namespace agon::arena
