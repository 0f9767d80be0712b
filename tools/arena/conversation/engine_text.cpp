#include "tools/arena/conversation/engine_text.hpp"

#include "engine/words.hpp"
#include "tools/arena/conversation/engine_config.hpp"

#include <algorithm>
#include <boost/algorithm/string/case_conv.hpp>
#include <boost/algorithm/string/erase.hpp>
#include <boost/algorithm/string/predicate.hpp>
#include <cassert>
#include <cctype>
#include <fmt/format.h>

namespace agon::arena {
namespace {

/// The words for the clocks, by side.
struct ClockWords {
    PerSide<std::string_view> time;
    PerSide<std::string_view> increment;
};
constexpr ClockWords UCI_WORDS{{"wtime", "btime"}, {"winc", "binc"}};
constexpr ClockWords UGI_WORDS{{"p1time", "p2time"}, {"p1inc", "p2inc"}};

/// Words and phrases that mean that something is wrong. Whole words only.
constexpr std::string_view FAULT_WORDS[] = {
    "bad",           "can not",      "can t",         "cannot",       "corrupt",    "could not",
    "couldn t",      "denied",       "error",         "errors",       "exceeds",    "expected",
    "expects",       "failed",       "fails",         "failure",      "ignored",    "ignoring",
    "illegal",       "incompatible", "incorrect",     "invalid",      "malformed",  "mismatch",
    "missing",       "must be",      "no file",       "no memory",    "no option",  "no such",
    "not a valid",   "not allowed",  "not enough",    "not found",    "not known",  "not permitted",
    "not supported", "not valid",    "out of memory", "out of range", "refused",    "refuses",
    "rejected",      "rejects",      "too big",       "too high",     "too large",  "too long",
    "too low",       "too many",     "too small",     "unable",       "unexpected", "unknown",
    "unreadable",    "unrecognised", "unrecognized",  "unsupported",  "wrong"};

/// The words in lower case, with a space before and after each; a word is a run of letters and
/// digits.
std::string plain_words(std::string_view text) {
    std::string words = " ";
    for (const char c : boost::to_lower_copy(std::string(text))) {
        const bool in_word = std::isalnum(static_cast<unsigned char>(c)) != 0;
        if (in_word || words.back() != ' ') words += in_word ? c : ' ';
    }
    return words.back() == ' ' ? words : words + ' ';
}

bool names_fault(std::string_view text) {
    const std::string words = plain_words(text);
    return std::ranges::any_of(FAULT_WORDS, [&](std::string_view fault) {
        return words.find(fmt::format(" {} ", fault)) != std::string::npos;
    });
}

} // namespace

std::string option_line(const std::string& name, const std::string& value) {
    if (name == "VariantPath") return "option name VariantPath type string default <empty>";
    if (!value.empty() && value.find_first_not_of("0123456789") == std::string::npos)
        return fmt::format("option name {} type spin default {} min 0 max 1000000", name, value);
    return fmt::format("option name {0} type combo default {1} var {1}", name, value);
}

std::optional<OptionReply> read_option_reply(std::string_view line, std::string_view value) {
    const auto info = read_info_string(line);
    std::string_view rest = line;
    const std::string_view first = next_word(rest);
    if (first.empty() || (!info && first == "info")) return std::nullopt;
    OptionReply reply{std::string(info.value_or(line)), false};
    if (reply.words.empty()) return std::nullopt;
    std::string judged = reply.words;
    if (value.size() > 1) boost::algorithm::erase_all(judged, value);
    reply.refuses = plain_words(reply.words).starts_with(" setoption ") || names_fault(judged);
    if (!info && !reply.refuses) return std::nullopt; // a line outside the protocol
    return reply;
}

std::optional<std::string_view> read_info_string(std::string_view line) {
    if (next_word(line) != "info" || next_word(line) != "string") return std::nullopt;
    return line;
}

std::optional<std::string> read_response(std::string_view line) {
    if (next_word(line) != "response") return std::nullopt;
    std::string words;
    while (!line.empty()) {
        if (!words.empty()) words += ' ';
        words += next_word(line);
    }
    return words;
}

std::string go_text(EngineProtocol protocol, Side side, const PerSide<GameClock>& clocks,
                    const PerSide<TimeControl>& controls, bool ponder) {
    const ClockWords& words = protocol == EngineProtocol::Uci ? UCI_WORDS : UGI_WORDS;
    const TimeControl& own = controls[side];
    assert(own.bounded());
    std::string text = ponder ? "go ponder" : "go";
    const auto add = [&text](std::string_view word, auto number) {
        text += fmt::format(" {} {}", word, number);
    };
    const auto has_clock = [&](Side which) { return own.time && controls[which].time; };
    for (const Side which : BOTH_SIDES)
        if (has_clock(which)) {
            const Milliseconds left = *clocks[which].remaining();
            add(words.time[which], std::max(left, Milliseconds(1)).count());
        }
    for (const Side which : BOTH_SIDES)
        if (has_clock(which)) add(words.increment[which], controls[which].increment.count());
    if (const auto moves = clocks[side].moves_to_go()) add("movestogo", *moves);
    if (own.move_time) add("movetime", own.move_time->count());
    if (own.nodes) add("nodes", *own.nodes);
    if (own.depth) add("depth", *own.depth);
    return text;
}

} // namespace agon::arena
