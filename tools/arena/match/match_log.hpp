// The log and the warnings of a match.
#pragma once

#include "protocol/cli/program.hpp"
#include "protocol/record/fault.hpp"
#include "protocol/record/record.hpp"
#include "tools/arena/conversation/text_engine.hpp"
#include "tools/arena/conversation/traffic_log.hpp"
#include "tools/arena/journal/settings.hpp"

#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace agon::arena {

/// Logs the conversations, and prints each warning of an engine once for all its processes.
class MatchLog : public TrafficLog {
public:
    /// A resumed match continues its log. The references must outlive this.
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

    /// Prints a line on standard error, unless it has been printed before.
    void print(std::string line) {
        const auto [added, is_new] = printed_.insert(std::move(line));
        if (!is_new) return;
        status_line_.clear();
        err_ << *added << std::endl;
    }

    /// Whether the match ends because an engine broke down in the game; never with -recover. If it
    /// ends, prints why.
    [[nodiscard]] bool ends_with(const GameRecord& record) {
        const auto& fault = record.verdict.fault;
        if (recover_ || !fault || *fault == Fault::Illegal || *fault == Fault::OnTime) return false;
        status_line_.clear();
        err_ << "agon-match: game " << record.number << ": " << record.verdict.reason
             << "; -recover continues after that" << std::endl;
        return true;
    }

private:
    program::StatusLine& status_line_;
    bool recover_;
    std::ostream& err_;
    std::set<std::string> printed_;
};

} // namespace agon::arena
