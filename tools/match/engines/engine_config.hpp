// The settings of an engine (arena.md, Engines).
#pragma once

#include "tools/match/engines/process.hpp"
#include "tools/match/engines/time_control.hpp"

#include <cstdint>
#include <regex>
#include <string>
#include <utility>
#include <vector>

namespace agon::match {

enum class Dialect : std::uint8_t { Uci, Ugi };

/// Option names and values in the order in which they are sent.
using EngineOptions = std::vector<std::pair<std::string, std::string>>;

/// Of the lines that an engine writes while it thinks, the last that matches goes into the record.
struct KeptLine {
    std::string pattern;
    std::regex regex; ///< made from `pattern`
};

struct EngineConfig {
    std::string name; ///< printable ASCII without space and colon
    Command command;
    Dialect dialect = Dialect::Uci;
    TimeControl time_control;
    EngineOptions options; ///< from the command line; the engine may lack them
    bool ponder = false;   ///< think in the opponent's time, if it can
    std::vector<KeptLine> kept_lines;
    bool trust = false;               ///< it may play without the match's options
    bool allow_refusal = false;       ///< it may play without what it refuses of `options`
    bool restart = false;             ///< a new process for every game of a match
    Milliseconds start_limit{10'000}; ///< from its start to `uciok`
    Milliseconds stall_limit{60'000}; ///< for `readyok`, and for an answer without a time limit
};

[[nodiscard]] inline std::vector<std::string> names_of(const std::vector<EngineConfig>& engines) {
    std::vector<std::string> names;
    for (const EngineConfig& engine : engines) names.push_back(engine.name);
    return names;
}

} // namespace agon::match
