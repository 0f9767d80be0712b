#include "tools/arena/conversation/engine_text.hpp"

#include <boost/algorithm/string/case_conv.hpp>
#include <boost/algorithm/string/erase.hpp>
#include <boost/algorithm/string/predicate.hpp>
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cassert>
#include <cctype>
#include <charconv>
#include <limits>

namespace agon::match {
namespace {

template<class Number>
bool read_number(std::string_view text, Number& number) {
    Number value{};
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc{} || end != text.data() + text.size()) return false;
    number = value;
    return true;
}

/// The words for the clocks, by side.
struct ClockWords {
    PerSide<std::string_view> time;
    PerSide<std::string_view> increment;
};
constexpr ClockWords UCI_WORDS{{"wtime", "btime"}, {"winc", "binc"}};
constexpr ClockWords UGI_WORDS{{"p1time", "p2time"}, {"p1inc", "p2inc"}};

/// Words and phrases by which an engine says that something is wrong. Whole words only.
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

/// The words in lower case, a blank between two of them and at both ends; a word is a run of
/// letters and digits.
std::string plain_words(std::string_view text) {
    std::string words = " ";
    for (const char c : boost::to_lower_copy(std::string(text))) {
        const bool in_word = std::isalnum(static_cast<unsigned char>(c)) != 0;
        if (in_word || words.back() != ' ') words += in_word ? c : ' ';
    }
    return words.back() == ' ' ? words : words + ' ';
}

/// The name in a line `option name ... type ...`, and what follows `type` in `line`.
std::optional<std::string> take_option_name(std::string_view& line) {
    if (next_word(line) != "option" || next_word(line) != "name") return std::nullopt;
    const std::string_view all = line;
    std::size_t size = 0; // of the name
    while (!line.empty()) {
        const std::string_view word = next_word(line);
        if (word == "type" && !line.empty())
            return size == 0 ? std::nullopt : std::optional(std::string(all.substr(0, size)));
        size = static_cast<std::size_t>(word.data() + word.size() - all.data());
    }
    return std::nullopt;
}

bool names_fault(std::string_view text) {
    const std::string words = plain_words(text);
    return std::ranges::any_of(FAULT_WORDS, [&](std::string_view fault) {
        return words.find(fmt::format(" {} ", fault)) != std::string::npos;
    });
}

} // namespace

std::optional<OfferedOption> read_option(std::string_view line) {
    const auto name = take_option_name(line);
    if (!name) return std::nullopt;
    OfferedOption option{*name, boost::to_lower_copy(std::string(next_word(line))), {}, {}};
    // Only a combo's names may hold blanks.
    std::vector<std::string_view> choice;
    std::string_view key;
    const auto end = [&] {
        if (key == "var" && !choice.empty())
            option.choices.push_back(fmt::format("{}", fmt::join(choice, " ")));
        choice.clear();
    };
    while (!line.empty()) {
        const std::string_view word = next_word(line);
        const bool is_key = option.type == "combo"
                                ? word == "var"
                                : option.type == "spin" && (word == "min" || word == "max");
        if (is_key || (word == "default" && key.empty())) {
            end();
            key = word;
            continue;
        }
        choice.push_back(word);
        std::int64_t number = 0;
        if ((key == "min" || key == "max") && read_number(word, number))
            (key == "min" ? option.least : option.most) = number;
    }
    end();
    return option;
}

std::optional<std::string> value_fault(const OfferedOption& option, const std::string& value) {
    const auto is = [value](std::string_view name) { return boost::iequals(name, value); };
    std::string expected;
    if (option.type == "spin") {
        std::int64_t number = 0;
        const std::int64_t least = option.least.value_or(std::numeric_limits<int>::min());
        const std::int64_t most = option.most.value_or(std::numeric_limits<int>::max());
        if (read_number(value, number) && number >= least && number <= most) return std::nullopt;
        expected = fmt::format("an integer from {} to {}", least, most);
    } else if (option.type == "check") {
        if (is("true") || is("false")) return std::nullopt;
        expected = "true or false";
    } else if (option.type == "combo" && !option.choices.empty()) {
        if (std::ranges::any_of(option.choices, is)) return std::nullopt;
        expected = fmt::format("one of {}", fmt::join(option.choices, " "));
    } else if (option.type == "button") {
        if (value.empty() || is("true")) return std::nullopt;
        expected = "no value, since it is a button";
    } else {
        return std::nullopt;
    }
    return fmt::format("expected {}, got '{}'", expected, value);
}

std::string setoption_text(const OfferedOption& option, const std::string& value) {
    if (option.type == "button") return "setoption name " + option.name;
    return "setoption name " + option.name + " value " + value;
}

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
    if (!info && !reply.refuses) return std::nullopt; // a line of no protocol
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

std::optional<std::string> read_option_name(std::string_view line) {
    return take_option_name(line);
}

std::string go_text(Dialect dialect, Side side, const PerSide<Clock>& clocks,
                    const PerSide<TimeControl>& controls, bool ponder) {
    const ClockWords& words = dialect == Dialect::Uci ? UCI_WORDS : UGI_WORDS;
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

} // namespace agon::match
