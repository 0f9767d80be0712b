#include "tools/match/engines/engine_text.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <limits>
#include <utility>

namespace agon::match {
namespace {

constexpr std::string_view BLANKS = " \t";

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
    std::array<std::string_view, 2> time;
    std::array<std::string_view, 2> increment;
};
constexpr ClockWords UCI_WORDS{{"wtime", "btime"}, {"winc", "binc"}};
constexpr ClockWords UGI_WORDS{{"p1time", "p2time"}, {"p1inc", "p2inc"}};

} // namespace

std::string_view next_word(std::string_view& line) {
    const auto begin = std::min(line.find_first_not_of(BLANKS), line.size());
    const auto end = std::min(line.find_first_of(BLANKS, begin), line.size());
    const std::string_view word = line.substr(begin, end - begin);
    line.remove_prefix(std::min(line.find_first_not_of(BLANKS, end), line.size()));
    return word;
}

std::string printable(std::string text) {
    for (char& c : text)
        if (c < ' ' || c > '~') c = '?';
    return text;
}

Evaluation of_white(Evaluation evaluation, Side side) {
    constexpr int LEAST = -std::numeric_limits<int>::max(); // the next one has no opposite
    if (side == Side::Black) evaluation.value = -std::max(evaluation.value, LEAST);
    return evaluation;
}

std::string score_text(const Evaluation& evaluation) {
    if (evaluation.kind == Evaluation::Kind::None) return "";
    if (evaluation.kind == Evaluation::Kind::Centipawns)
        return fmt::format("{:+.2f}", evaluation.value / 100.0);
    const auto actions = std::abs(static_cast<long long>(evaluation.value));
    return fmt::format("{}M{}", evaluation.value < 0 ? '-' : '+', actions);
}

void read_info(std::string_view line, Evaluation& evaluation) {
    if (next_word(line) != "info") return;
    Evaluation read;
    int variation = 1;
    bool bound = false;
    while (!line.empty()) {
        const std::string_view word = next_word(line);
        if (word == "string") return;
        if (word == "pv") break; // what follows are actions
        if (word == "depth")
            read_number(next_word(line), read.depth);
        else if (word == "seldepth")
            read_number(next_word(line), read.seldepth);
        else if (word == "nodes")
            read_number(next_word(line), read.nodes);
        else if (word == "multipv")
            read_number(next_word(line), variation);
        else if (word == "lowerbound" || word == "upperbound")
            bound = true;
        else if (word == "score") {
            const std::string_view unit = next_word(line);
            const bool whole = read_number(next_word(line), read.value);
            if (whole && unit == "cp") read.kind = Evaluation::Kind::Centipawns;
            if (whole && unit == "mate") read.kind = Evaluation::Kind::Mate;
        }
    }
    read.value = std::clamp(read.value, -MOST_SCORE, MOST_SCORE);
    read.depth = std::max(read.depth, 0);
    read.seldepth = std::max(read.seldepth, 0);
    if (variation != 1) return;
    if (read.kind != Evaluation::Kind::None && !bound) {
        if (read.nodes == 0) read.nodes = evaluation.nodes;
        read.lines.swap(evaluation.lines);
        evaluation = std::move(read);
    } else if (read.nodes != 0) {
        evaluation.nodes = read.nodes;
    }
}

std::optional<BestMove> read_best_move(std::string_view line) {
    if (next_word(line) != "bestmove") return std::nullopt;
    BestMove move;
    move.best = next_word(line);
    if (next_word(line) == "ponder") move.ponder = next_word(line);
    return move;
}

std::optional<std::string> read_option_name(std::string_view line) {
    if (next_word(line) != "option" || next_word(line) != "name") return std::nullopt;
    const auto end = line.find(" type ");
    if (end == std::string_view::npos || end == 0) return std::nullopt;
    return std::string(line.substr(0, line.find_last_not_of(BLANKS, end) + 1));
}

std::string go_text(Dialect dialect, Side side, const std::array<Clock, 2>& clocks,
                    const std::array<TimeControl, 2>& controls, bool ponder) {
    const ClockWords& words = dialect == Dialect::Uci ? UCI_WORDS : UGI_WORDS;
    const TimeControl& own = controls[index(side)];
    assert(own.bounded());
    std::string text = ponder ? "go ponder" : "go";
    const auto add = [&text](std::string_view word, auto number) {
        text += fmt::format(" {} {}", word, number);
    };
    const auto has_clock = [&](Side which) { return own.time && controls[index(which)].time; };
    for (const Side which : BOTH_SIDES)
        if (has_clock(which)) {
            const Milliseconds left = *clocks[index(which)].remaining();
            add(words.time[index(which)], std::max(left, Milliseconds(1)).count());
        }
    for (const Side which : BOTH_SIDES)
        if (has_clock(which))
            add(words.increment[index(which)], controls[index(which)].increment.count());
    if (const auto moves = clocks[index(side)].moves_to_go()) add("movestogo", *moves);
    if (own.move_time) add("movetime", own.move_time->count());
    if (own.nodes) add("nodes", *own.nodes);
    if (own.depth) add("depth", *own.depth);
    return text;
}

} // namespace agon::match
