#include "engine/record/pgn_reader.hpp"

#include "engine/game/apply.hpp"
#include "engine/platform/system.hpp"
#include "engine/record/notation.hpp"
#include "engine/utf8.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <chrono>
#include <cmath>
#include <optional>
#include <spdlog/fmt/chrono.h>
#include <spdlog/fmt/fmt.h>

namespace agon {
namespace {

using Milliseconds = std::chrono::milliseconds;

} // namespace

std::optional<WallTime> parse_time(std::string_view text) {
    std::array<int, 7> fields{0, 0, 0, 0, 0, 0, 0}; // year to second, milliseconds
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size() && count < fields.size();) {
        const auto end = std::min(text.find_first_not_of("0123456789", at), text.size());
        if (end == at) return std::nullopt; // "????.??.??"
        // Of a fraction three digits count.
        const std::string digits =
            count == 6 ? (std::string(text.substr(at, end - at)) + "00").substr(0, 3)
                       : std::string(text.substr(at, end - at));
        const auto [stop, fault] =
            std::from_chars(digits.data(), digits.data() + digits.size(), fields[count]);
        if (fault != std::errc() || stop != digits.data() + digits.size()) return std::nullopt;
        ++count;
        at = end + 1;
    }
    const auto& [year, month, day, hour, minute, second, fraction] = fields;
    if (count < 3 || year < 1970 || year > 9999 || hour > 23 || minute > 59 || second > 60)
        return std::nullopt;
    const std::chrono::year_month_day date(std::chrono::year(year),
                                           std::chrono::month(static_cast<unsigned>(month)),
                                           std::chrono::day(static_cast<unsigned>(day)));
    if (!date.ok()) return std::nullopt; // the thirtieth of February
    const auto days = std::chrono::sys_days(date).time_since_epoch();
    if (days.count() > 100'000) return std::nullopt; // nanoseconds since 1970 would not fit
    return WallTime(days + std::chrono::hours(hour) + std::chrono::minutes(minute) +
                    std::chrono::seconds(second) + Milliseconds(fraction));
}

std::string time_text(WallTime time) {
    const auto since = std::chrono::duration_cast<Milliseconds>(time.time_since_epoch()).count();
    return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z",
                       fmt::gmtime(std::chrono::system_clock::to_time_t(time)), since % 1000);
}

namespace {

constexpr std::string_view FORFEITED_TURN = "0000";
constexpr std::string_view FORFEITED = "turn forfeited: ";
constexpr std::string_view LINE = ", line=\"";

bool take(std::string_view& text, std::string_view word) {
    if (!text.starts_with(word)) return false;
    text.remove_prefix(word.size());
    return true;
}

/// A number without sign; nothing when there is none, or it does not fit.
template<class Number>
std::optional<Number> take_number(std::string_view& text) {
    Number value{};
    if (text.empty() || text[0] < '0' || text[0] > '9') return std::nullopt;
    const auto [stop, fault] = platform::read_number(text.data(), text.data() + text.size(), value);
    if (fault != std::errc()) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
    return value;
}

/// "+0.31/12 ", "-M4/9 "; false when something else comes.
bool take_score(std::string_view& text, Evaluation& said) {
    constexpr double MOST = 1e7; // of the score, which then fits in centipawns
    std::string_view rest = text;
    const bool minus = rest.starts_with('-');
    if (!take(rest, minus ? "-" : "+")) return false;
    const bool mate = take(rest, "M");
    std::optional<int> value;
    if (mate)
        value = take_number<int>(rest);
    else if (const auto pawns = take_number<double>(rest); pawns && *pawns <= MOST)
        value = static_cast<int>(std::lround(*pawns * 100));
    if (!value || !take(rest, "/")) return false;
    const auto depth = take_number<int>(rest);
    if (!depth || !take(rest, " ")) return false;
    said.kind = mate ? Evaluation::Kind::Mate : Evaluation::Kind::Centipawns;
    said.value = minus ? -*value : *value;
    said.depth = *depth;
    text = rest;
    return true;
}

/// "-0.31", "#-4", each perhaps with ",12".
Evaluation review_score(std::string_view text) {
    Evaluation said;
    const bool mate = take(text, "#");
    const bool minus = text.starts_with('-');
    if (!minus) take(text, "+");
    std::string written = mate ? "+M" : "+";
    if (minus) written[0] = '-', text.remove_prefix(1);
    const auto comma = std::min(text.find(','), text.size());
    written += text.substr(0, comma);
    written += comma == text.size() ? "/0" : '/' + std::string(text.substr(comma + 1));
    written += ' ';
    std::string_view rest = written;
    return take_score(rest, said) && rest.empty() ? said : Evaluation{};
}

/// What stands after ", " or as the whole, without spaces before it: lines broken anew lose them.
std::string without_comma(std::string_view rest) {
    take(rest, ", ");
    return std::string(rest.substr(std::min(rest.find_first_not_of(' '), rest.size())));
}

} // namespace

Evaluation take_review_score(std::string& comment) {
    constexpr std::string_view COMMAND = "[%eval ";
    Evaluation said;
    for (auto at = comment.find(COMMAND); at != std::string::npos; at = comment.find(COMMAND, at)) {
        const auto end = comment.find(']', at);
        if (end == std::string::npos) break;
        const auto value = at + COMMAND.size();
        said = review_score(std::string_view(comment).substr(value, end - value));
        comment.erase(at, std::min(comment.find_first_not_of(' ', end + 1), comment.size()) - at);
    }
    return said;
}

std::string forfeit_reason(std::string_view comment) {
    if (!take(comment, FORFEITED)) return "";
    return std::string(comment.substr(0, comment.find("; ")));
}

std::string read_comment(std::string_view comment, ActionRecord& action) {
    std::string_view rest = comment;
    if (take(rest, "book") && (rest.empty() || rest.starts_with(", "))) {
        action.book = true;
        return without_comma(rest);
    }
    rest = comment;
    if (take(rest, FORFEITED)) {
        const auto end = rest.find("; ");
        if (end == std::string_view::npos) return "";
        rest.remove_prefix(end + 2);
    }
    Evaluation said;
    take_score(rest, said);
    constexpr double LONGEST = 1e9; // seconds, which fit in microseconds
    const auto seconds = take_number<double>(rest);
    if (!seconds || *seconds > LONGEST || !take(rest, "s") ||
        !(rest.empty() || rest.starts_with(", ")))
        return std::string(comment);
    action.elapsed = std::chrono::round<Milliseconds>(std::chrono::duration<double>(*seconds));
    if (take(rest, ", n=")) said.nodes = take_number<std::uint64_t>(rest).value_or(0);
    if (take(rest, ", sd=")) said.seldepth = take_number<int>(rest).value_or(0);
    // A line may hold quotes: it goes on to the next line, or else to the last quote that ends the
    // comment or stands before a reason.
    while (take(rest, LINE)) {
        auto end = rest.find(std::string(1, '"').append(LINE));
        if (end == std::string_view::npos)
            end = rest.ends_with('"') ? rest.size() - 1 : rest.rfind("\", ");
        said.lines.emplace_back(rest.substr(0, end));
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
    action.evaluation = std::move(said);
    return without_comma(rest);
}

std::optional<std::string> PgnGame::tag(std::string_view name) const {
    std::optional<std::string> value;
    for (const auto& pair : tags)
        if (pair.first == name) value = pair.second;
    return value;
}

namespace {

/// The word without the number of a turn and the dots that stand before an action.
std::string_view without_number(std::string_view word) {
    if (word == FORFEITED_TURN) return word;
    for (const char* const before : {"0123456789", "."})
        word.remove_prefix(std::min(word.find_first_not_of(before), word.size()));
    return word;
}

} // namespace

std::optional<PgnGame> PgnReader::next() {
    if (std::exchange(fresh_, false)) skip_byte_order_mark(in_);
    game_ = {};
    rules_.reset();
    lines_.clear();
    bool any = false;
    while (in_.peek() != EOF) {
        if (in_.peek() == '[' && rules_) return std::move(game_);
        const int c = get();
        if (std::isspace(c) || skip_escape(c)) continue;
        if (const auto comment = take_comment(c)) {
            add_comment(utf8_or_latin1(*comment));
        } else if (c == '(') {
            begin_variation();
        } else if (c == ')' && lines_.size() > 1) {
            end_variation();
        } else {
            any = true;
            if (c == '[') {
                read_tag();
            } else {
                if (!rules_) begin_moves();
                if (read_word(c)) return std::move(game_);
            }
        }
    }
    if (!any) return std::nullopt;
    if (!rules_) begin_moves();
    if (lines_.size() > 1) throw Error("a variation does not end");
    return std::move(game_);
}

int PgnReader::get() {
    const int c = in_.get();
    begins_line_ = std::exchange(line_ended_, c == '\n');
    if (c == '\n') ++line_;
    return c;
}

std::string PgnReader::read_until(int end) {
    std::string text;
    for (int c = get(); c != end; c = get()) {
        if (c == EOF) {
            if (end == '\n') break;
            throw Error("a comment does not end");
        }
        if (c == '\r' && in_.peek() == '\n') continue;
        text += c == '\n' || c == '\t' ? ' ' : static_cast<char>(c);
    }
    return text;
}

bool PgnReader::skip_escape(int c) {
    if (c != '%' || !begins_line_) return false;
    read_until('\n');
    return true;
}

std::optional<std::string> PgnReader::take_comment(int c) {
    if (c != '{' && c != ';') return std::nullopt;
    return read_until(c == '{' ? '}' : '\n');
}

void PgnReader::add_comment(const std::string& text) {
    const auto add = [&text](std::string& comment) {
        comment += (comment.empty() ? "" : " ") + text;
    };
    const bool aside = lines_.size() > 1;
    if (!aside) add(game_.comments.empty() ? game_.remark : game_.comments.back());
    if (!variations_) return;
    const std::size_t node = lines_.empty() ? 0 : lines_.back().node;
    add(aside && node == 0 ? lines_.back().words : game_.tree.comment(node));
}

void PgnReader::begin_variation() {
    if (variations_) {
        if (lines_.empty() || lines_.back().node == 0)
            throw Error("a variation stands before the action that it replaces");
        const Line& line = lines_.back();
        lines_.push_back({line.before, line.before, game_.tree.at(line.node).parent});
        return;
    }
    game_.skipped.insert("variations");
    for (int depth = 1; depth > 0;) {
        const int c = get();
        if (c == EOF) throw Error("a variation does not end");
        if (skip_escape(c) || take_comment(c)) continue;
        if (c == '(') ++depth;
        if (c == ')') --depth;
    }
}

void PgnReader::end_variation() {
    if (lines_.back().node == 0) throw Error("a variation has no actions");
    lines_.pop_back();
}

void PgnReader::read_tag() {
    std::string name;
    int c = get();
    while (std::isspace(c)) c = get();
    for (; c != EOF && !std::isspace(c) && c != '"' && c != ']'; c = get())
        name += static_cast<char>(c);
    for (; c != '"'; c = get())
        if (c == EOF || c == '\n' || c == ']') throw Error("a tag has no value in quotes");
    if (name.empty()) throw Error("a tag has no name");
    if (name == "Variant") variant_line_ = line_;
    if (name == "FEN") fen_line_ = line_;
    game_.tags.emplace_back(utf8_or_latin1(name), utf8_or_latin1(read_tag_value()));
}

std::string PgnReader::read_tag_value() {
    std::string value;
    for (int c = get(); c != EOF && c != '\n'; c = get()) {
        if (c == '\\' && (in_.peek() == '"' || in_.peek() == '\\')) {
            value += static_cast<char>(get());
        } else if (c == '"') {
            std::string blanks;
            while (in_.peek() != '\n' && std::isspace(in_.peek()))
                blanks += static_cast<char>(get());
            if (in_.peek() == ']') return get(), value;
            value += '"' + blanks;
        } else {
            value += static_cast<char>(c);
        }
    }
    throw Error("a tag does not end");
}

void PgnReader::begin_moves() {
    const int line = line_;
    line_ = variant_line_;
    const Start start = find_start_(game_.tag("Variant"));
    line_ = fen_line_;
    const auto fen = game_.tag("FEN");
    game_.start_is_setup = !fen;
    game_.first = fen ? parse_position(start.rules, *fen) : start.position;
    line_ = line;
    rules_ = start.rules;
    lines_.push_back({game_.first, game_.first});
}

void PgnReader::read_suffix(int c) {
    std::string suffix(1, static_cast<char>(c));
    while (in_.peek() == '!' || in_.peek() == '?') suffix += static_cast<char>(get());
    if (suffix.size() > 2) throw Error(in_quotes(suffix) + " is none of ! ? !! ?? !? ?!");
    game_.skipped.insert("glyphs");
}

bool PgnReader::read_word(int c) {
    if (c == '!' || c == '?') return read_suffix(c), false;
    std::string word(1, static_cast<char>(c));
    while (in_.peek() != EOF && !std::isspace(in_.peek()) &&
           std::string_view("{}();[]!?$").find(static_cast<char>(in_.peek())) ==
               std::string_view::npos)
        word += static_cast<char>(get());
    const bool aside = lines_.size() > 1;
    if (word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*") {
        if (aside) return false;
        game_.result = std::move(word);
        return true;
    }
    if (word[0] == '$') {
        game_.skipped.insert("glyphs");
        return false;
    }
    word = without_number(word);
    if (word.empty()) return false;
    if (plies_ != 0 && static_cast<int>(game_.moves.size()) >= plies_) return false;
    Line& line = lines_.back();
    const bool forfeit = forfeits_ == Forfeits::Read && word == FORFEITED_TURN && !aside &&
                         may_forfeit_turn(*rules_, line.position);
    const Move move = forfeit ? Move::pass() : parse_legal_move(*rules_, line.position, word);
    line.before = line.position;
    apply(*rules_, line.position, move);
    if (variations_) {
        const bool first = line.node == 0;
        line.node = game_.tree.add(first ? line.parent : line.node, move);
        if (first && aside && !line.words.empty()) add_comment(std::exchange(line.words, ""));
    }
    if (aside) return false;
    game_.moves.push_back(move);
    game_.comments.emplace_back();
    return false;
}

} // namespace agon
