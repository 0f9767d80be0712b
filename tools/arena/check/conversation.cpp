#include "tools/arena/check/conversation.hpp"

#include "engine/error.hpp"
#include "engine/game/game.hpp"
#include "engine/notation/notation.hpp"
#include "engine/quote.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/uci/text/engine_lines.hpp"
#include "tools/arena/conversation/engine_config.hpp"
#include "tools/arena/conversation/engine_text.hpp"

#include <algorithm>
#include <boost/algorithm/string/predicate.hpp>
#include <boost/algorithm/string/trim.hpp>

namespace agon::arena {
namespace {

constexpr Milliseconds LAST_WORDS{3000}; ///< an engine exits soon after the end of its input

using SteadyClock = std::chrono::steady_clock;

constexpr std::size_t LONGEST_QUOTED = 160;
constexpr std::size_t LINES_IN_A_ROW = 12; ///< of the engine's that a transcript shows

std::string shown(std::string_view line) {
    std::string text = replace_controls(std::string(line.substr(0, LONGEST_QUOTED)));
    if (line.size() > LONGEST_QUOTED) text += "... (" + std::to_string(line.size()) + " bytes)";
    return text;
}

constexpr const char* FLUSH_HINT =
    "; it came when the input ended: it does not flush its output after each line (in Python "
    "print(..., flush=True))";

std::string in_seconds(Milliseconds time) { return to_seconds(time) + " s"; }

} // namespace

Conversation::Conversation(const EngineConfig& config, const MatchRules& rules,
                           Milliseconds patience)
    : config_(config), rules_(rules), patience_(patience) {
    process_ = std::make_unique<Process>(
        loop_, config_.command,
        Process::Events{[this](std::string_view line, auto) {
                            note("< ", line);
                            answers_ += read_best_move(line).has_value();
                            unread_.emplace_back(boost::trim_copy(line));
                        },
                        [this](std::string_view line) { note("# stderr: ", line); },
                        [this](const Exit& exit) {
                            note("# ", "end: " + exit.text);
                            exit_ = exit;
                        }});
}

Conversation::~Conversation() = default;

void Conversation::greet() {
    send(to_text(protocol()));
    const std::string greeting = to_text(protocol()) + "ok";
    try {
        expect(
            greeting,
            [&](std::string_view line) {
                offered_.read(line);
                return line == greeting;
            },
            config_.start_limit);
    } catch (const Misconduct& fault) {
        throw Misconduct(fault.what() + (flushes_at_end(greeting) ? std::string(FLUSH_HINT) : ""));
    }
    const auto refused = [&](const std::string& why) {
        if (!config_.allow_refusal) throw Error(config_.name + ' ' + why);
        refusals_.push_back(why);
    };
    // A match sends its options also to an engine that does not list the value, if it is trusted.
    const auto gaps = offered_.gaps(rules_.options());
    for (const auto& [name, value] : rules_.options()) {
        const auto* const option = offered_.find(name);
        if (option == nullptr) continue;
        const auto why = send_option(*option, value);
        if (why && std::ranges::find(gaps, name, &OfferedOptions::Gap::name) == gaps.end())
            refused("refuses option." + name + '=' + value + ": " + *why);
    }
    for (const auto& [name, value] : config_.options) {
        // Programs that start matches send these to every engine.
        const auto* const option = offered_.find(name);
        if (option == nullptr) {
            if (!boost::istarts_with(name, "Syzygy")) refused(offered_.lacks(name));
            continue;
        }
        auto why = value_fault(*option, value);
        if (!why) why = send_option(*option, value);
        if (why) refused("refuses option." + name + '=' + value + ": " + *why);
    }
    send("isready");
    expect_line("readyok", config_.start_limit);
}

/// Whether `owed` comes once the input ends: then it was written, but not flushed.
bool Conversation::flushes_at_end(std::string_view owed) {
    const auto heard = [](const std::string& line) { return line.starts_with("< "); };
    if (exit_ || std::ranges::any_of(transcript_, heard)) return false;
    end_input();
    try {
        expect_line(owed, std::max(patience_, LAST_WORDS));
        return true;
    } catch (const Misconduct&) {
        return false;
    }
}

/// Returns why the engine refuses it, or nothing.
std::optional<std::string> Conversation::send_option(const OfferedOption& option,
                                                     const std::string& value) {
    send(setoption_text(option, value));
    send("isready");
    std::optional<std::string> refusal;
    expect(
        "readyok",
        [&](std::string_view line) {
            if (const auto reply = read_option_reply(line, value); reply && reply->refuses)
                refusal = replace_controls(reply->words);
            return line == "readyok";
        },
        config_.start_limit);
    return refusal;
}

void Conversation::send(std::string_view line) {
    note("> ", line);
    gos_ += line == "go" || line.starts_with("go ");
    process_->write(std::string(line) + '\n');
}

void Conversation::end_input() {
    note("# ", "end of input");
    process_->end_input();
}

std::string Conversation::expect(const std::string& what,
                                 const std::function<bool(std::string_view)>& holds,
                                 Milliseconds limit) {
    const auto end = SteadyClock::now() + limit;
    while (true) {
        const auto left = std::chrono::duration_cast<Milliseconds>(end - SteadyClock::now());
        const bool came = run_until([&] { return !unread_.empty() || exit_; }, left);
        if (!unread_.empty()) {
            std::string line = std::move(unread_.front());
            unread_.pop_front();
            if (holds(line)) return line;
            if (read_best_move(line)) fail(what, unwanted(line));
        } else if (came) {
            fail(what, "its end (" + exit_->text + ')');
        } else {
            fail(what + " within " + in_seconds(limit), "nothing of the kind");
        }
    }
}

std::string Conversation::expect_line(std::string_view line, Milliseconds limit) {
    return expect(
        std::string(line), [&](std::string_view came) { return came == line; }, limit);
}

void Conversation::expect_complaint(const std::vector<std::string>& words) {
    std::string what = "an 'info string' that names";
    for (const auto& word : words) what += (word == words.front() ? " '" : " or '") + word + '\'';
    expect(
        what,
        [&](std::string_view line) {
            return read_info_string(line) &&
                   std::ranges::any_of(words, [&](const std::string& word) {
                       return boost::icontains(line, word);
                   });
        },
        patience_);
}

Move Conversation::expect_best_move(const Game& game, Milliseconds thinking) {
    std::string line = expect(
        "a bestmove", [](std::string_view came) { return read_best_move(came).has_value(); },
        patience_ + thinking);
    const BestMove move = *read_best_move(line);
    const std::string expected = "a legal action after bestmove";
    if (move.best.empty()) fail(expected, "none");
    if (protocol() == EngineProtocol::Ugi && !move.ponder.empty())
        fail("'bestmove' and one action", "'" + shown(line) + "'");
    try {
        return parse_legal_move(game.rules(), game.position(), move.best);
    } catch (const Error& error) {
        note("# ", "in the position " + to_text(game.position()));
        fail(expected, error.what());
    }
}

void Conversation::expect_ready() {
    send("isready");
    expect_line("readyok");
}

void Conversation::expect_no_best_move(Milliseconds time) {
    const auto end = SteadyClock::now() + time;
    const std::string expected = "no bestmove yet";
    while (run_until([&] { return !unread_.empty() || exit_; },
                     std::chrono::duration_cast<Milliseconds>(end - SteadyClock::now()))) {
        if (unread_.empty()) fail(expected, "its end (" + exit_->text + ')');
        const std::string line = std::move(unread_.front());
        unread_.pop_front();
        if (read_best_move(line)) fail(expected, unwanted(line));
    }
}

/// Describes a `bestmove` that nothing asks for now.
std::string Conversation::unwanted(const std::string& line) const {
    std::string quoted = "'" + shown(line) + "'";
    if (answers_ <= gos_) return quoted;
    return gos_ == 0 ? quoted + " without a go" : "a second bestmove to one go, " + quoted;
}

void Conversation::expect_end() {
    const std::string expected = "an exit with status 0 within " + in_seconds(patience_);
    if (!run_until([&] { return exit_.has_value(); }, patience_)) fail(expected, "no end");
    if (exit_->status != 0) fail(expected, "its end (" + exit_->text + ')');
}

std::vector<std::string> Conversation::transcript() const {
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < transcript_.size();) {
        std::size_t end = begin;
        while (end < transcript_.size() && transcript_[end].starts_with("< ")) ++end;
        const std::size_t stretch = end - begin;
        for (; begin < end; ++begin) {
            const std::size_t left = end - begin;
            if (stretch > LINES_IN_A_ROW && left == stretch - LINES_IN_A_ROW / 2) {
                const std::size_t omitted = stretch - LINES_IN_A_ROW;
                lines.push_back("# " + std::to_string(omitted) + " more lines");
                begin += omitted;
            }
            lines.push_back(transcript_[begin]);
        }
        if (end < transcript_.size()) lines.push_back(transcript_[begin++]);
    }
    return lines;
}

/// Whether `done` becomes true before the limit.
template<class Done>
bool Conversation::run_until(Done done, Milliseconds limit) {
    const auto end = SteadyClock::now() + limit;
    // What has already arrived counts, however late it is.
    loop_.restart();
    loop_.poll();
    while (!done()) {
        if (loop_.stopped()) loop_.restart();
        if (SteadyClock::now() >= end) return false;
        loop_.run_one_until(end);
    }
    return true;
}

void Conversation::note(std::string_view prefix, std::string_view text) {
    transcript_.push_back(std::string(prefix) + shown(text));
}

void Conversation::fail(const std::string& expected, const std::string& came) const {
    throw Misconduct("expected " + expected + "; came " + came);
}

} // namespace agon::arena
