#include "protocol/record/pgn_comment.hpp"

#include "protocol/os/read_number.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/record/record.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace agon {
namespace {

constexpr std::string_view FORFEITED = "turn forfeited: ";
constexpr std::string_view LINE = ", line=\"";

bool take(std::string_view& text, std::string_view word) {
    if (!text.starts_with(word)) return false;
    text.remove_prefix(word.size());
    return true;
}

/// An unsigned number; nothing if there is none, or if it does not fit.
template<class Number>
std::optional<Number> take_number(std::string_view& text) {
    Number value{};
    if (text.empty() || text[0] < '0' || text[0] > '9') return std::nullopt;
    const auto [stop, fault] = platform::read_number(text.data(), text.data() + text.size(), value);
    if (fault != std::errc()) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
    return value;
}

/// "+0.31/12 ", "-M4/9 "; false for anything else.
bool take_score(std::string_view& text, Evaluation& said) {
    constexpr double MAX = 1e7; // of the score, which then fits in centipawns
    std::string_view rest = text;
    const bool minus = rest.starts_with('-');
    if (!take(rest, minus ? "-" : "+")) return false;
    const bool mate = take(rest, "M");
    std::optional<int> value;
    if (mate)
        value = take_number<int>(rest);
    else if (const auto pawns = take_number<double>(rest); pawns && *pawns <= MAX)
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

/// "-0.31", "#-4", each optionally followed by ",12".
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

/// The text after ", ", or the whole text, without leading spaces: rewrapping a line loses them.
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
    if (take(rest, ", nps=")) said.nps = take_number<std::uint64_t>(rest).value_or(0);
    if (take(rest, ", hashfull=")) said.hashfull = take_number<int>(rest);
    if (take(rest, ", latency=")) {
        const bool minus = take(rest, "-");
        const auto latency = take_number<double>(rest);
        if (latency && *latency <= LONGEST)
            said.took =
                action.elapsed / Milliseconds(1) - std::llround((minus ? -1000 : 1000) * *latency);
        take(rest, "s");
    }
    // A line may contain quotes: it extends to the next line, or else to the last quote that ends
    // the comment or precedes a reason.
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

} // namespace agon
