// The log and the warnings of a match.
#pragma once

#include "protocol/program/progress.hpp"
#include "tools/match/engines/traffic_log.hpp"
#include "tools/match/game/record.hpp"
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
          recover_(settings.recover), err_(err) {}
    void warned(const TextEngine& engine, std::string_view text) override {
        print("Warning: " + engine.name() + ": " + std::string(text));
    }
    void informed(const TextEngine& engine, std::string_view text) override {
        print("Note: " + engine.name() + " says " + std::string(text));
    }

    /// Whether an engine broke down in the game, which without -recover ends the match. Says so
    /// then.
    [[nodiscard]] bool ends_with(const GameRecord& record) {
        const auto& fault = record.verdict.fault;
        if (recover_ || !fault || *fault == Fault::Illegal || *fault == Fault::OnTime) return false;
        status_line_.clear();
        err_ << "agon-match: game " << record.number << ": " << record.verdict.reason
             << "; -recover goes on after that" << std::endl;
        return true;
    }

private:
    void print(std::string line) {
        const auto [added, is_new] = printed_.insert(std::move(line));
        if (!is_new) return;
        status_line_.clear();
        err_ << *added << std::endl;
    }

    program::StatusLine& status_line_;
    bool recover_;
    std::ostream& err_;
    std::set<std::string> printed_;
};

} // namespace agon::match
