// What the arena is told of an engine.
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

/// A line of output while thinking that goes into the record: the last one that has the pattern.
struct KeptLine {
    std::string pattern;
    std::regex regex; ///< of it
};

struct EngineConfig {
    std::string name; ///< printable ASCII without space and colon
    Command command;
    Dialect dialect = Dialect::Uci;
    TimeControl time_control;
    EngineOptions options; ///< the user's: one that the engine lacks is warned of
    bool ponder = false;   ///< thinks in the opponent's time, if it can
    std::vector<KeptLine> kept_lines;
    bool trust = false;               ///< an engine that lacks the match's options may play
    bool restart = false;             ///< a new process for every game of a match
    Milliseconds start_limit{10'000}; ///< from its start until it has listed its options
    Milliseconds stall_limit{60'000}; ///< for `readyok`, and an answer where no clock bounds it
};

[[nodiscard]] inline std::vector<std::string> names_of(const std::vector<EngineConfig>& engines) {
    std::vector<std::string> names;
    for (const EngineConfig& engine : engines) names.push_back(engine.name);
    return names;
}

} // namespace agon::match
