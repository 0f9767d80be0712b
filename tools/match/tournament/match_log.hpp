// The log and the warnings of a match.
#pragma once

#include "protocol/program/progress.hpp"
#include "tools/match/engines/traffic_log.hpp"
#include "tools/match/tournament/settings.hpp"

#include <ostream>
#include <set>

namespace agon::match {

/// Logs the conversations, and prints each warning of an engine once, whatever the number of its
/// processes.
class MatchLog : public TrafficLog {
public:
    /// A resumed match goes on with its log. The references must outlive this.
    MatchLog(const MatchSettings& settings, bool resuming, program::StatusLine& status_line,
             std::ostream& err)
        : TrafficLog(settings.log, settings.append_log || resuming), status_line_(status_line),
          err_(err) {}
    void warned(const TextEngine& engine, std::string_view text) override {
        std::string line = "Warning: " + engine.name() + ": " + std::string(text);
        const auto [added, is_new] = printed_.insert(std::move(line));
        if (!is_new) return;
        status_line_.clear();
        err_ << *added << std::endl;
    }

private:
    program::StatusLine& status_line_;
    std::ostream& err_;
    std::set<std::string> printed_;
};

} // namespace agon::match
