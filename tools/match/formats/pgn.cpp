#include "tools/match/formats/pgn.hpp"

#include "engine/apply.hpp"
#include "engine/notation.hpp"

#include <ctime>
#include <iomanip>
#include <sstream>

namespace agon::match {
namespace {

constexpr std::size_t LINE_LENGTH = 80; // PGN standard, 4.3

std::string utc(std::chrono::system_clock::time_point time, const char* format) {
    const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    std::ostringstream text;
    text << std::put_time(&parts, format);
    return text.str();
}

/// A tag pair; quotes and backslashes are escaped, and what is not printable ASCII is not kept.
std::string tag(std::string_view name, std::string_view value) {
    std::string line = '[' + std::string(name) + " \"";
    for (const char c : printable(std::string(value))) {
        if (c == '"' || c == '\\') line += '\\';
        line += c;
    }
    return line + "\"]\n";
}

/// A comment's text: braces would end it.
std::string comment(std::string text) {
    for (char& c : text) {
        if (c == '{') c = '(';
        if (c == '}') c = ')';
    }
    return '{' + printable(std::move(text)) + '}';
}

/// Words with one blank between, in lines of at most LINE_LENGTH.
class Paragraph {
public:
    void add(std::string_view words) {
        std::istringstream stream{std::string(words)};
        for (std::string word; stream >> word;) {
            if (column_ != 0 && column_ + 1 + word.size() > LINE_LENGTH) {
                text_ += '\n';
                column_ = 0;
            }
            if (column_ != 0) text_ += ' ', ++column_;
            text_ += word;
            column_ += word.size();
        }
    }
    [[nodiscard]] const std::string& text() const { return text_; }

private:
    std::string text_;
    std::size_t column_ = 0;
};

std::string movetext(const GameRecord& record, const RuleSet& rules) {
    Paragraph paragraph;
    Position position = record.first;
    bool new_turn = true;
    for (const ActionRecord& action : record.actions) {
        const bool first = &action == &record.actions.front();
        if (new_turn && position.turn == Side::White)
            paragraph.add(std::to_string(position.number) + '.');
        else if (first)
            paragraph.add(std::to_string(position.number) + "...");
        paragraph.add(to_text(action.forfeited.empty() ? action.move : Move{}));
        const bool last = &action == &record.actions.back();
        paragraph.add(comment(comment_text(action) + (last ? ", " + record.verdict.reason : "")));
        const Side turn = position.turn;
        apply(rules, position, action.move);
        new_turn = position.turn != turn;
    }
    if (record.actions.empty()) paragraph.add(comment(record.verdict.reason));
    paragraph.add(to_text(record.verdict.result));
    return paragraph.text() + '\n';
}

} // namespace

std::string comment_text(const ActionRecord& action) {
    if (action.book) return "book";
    std::ostringstream text;
    if (!action.forfeited.empty()) text << "turn forfeited: " << action.forfeited << "; ";
    const Evaluation& said = action.evaluation;
    if (said.kind != Evaluation::Kind::None) text << score_text(said) << '/' << said.depth << ' ';
    text << std::fixed << std::setprecision(3)
         << std::chrono::duration<double>(action.elapsed).count() << 's';
    if (said.nodes != 0) text << ", n=" << said.nodes;
    if (said.seldepth != 0) text << ", sd=" << said.seldepth;
    for (const auto& line : said.lines)
        if (!line.empty()) text << ", line=\"" << line << '"';
    return text.str();
}

std::string to_pgn(const GameRecord& record, const MatchRules& rules, const PgnOptions& options) {
    std::string text =
        tag("Event", options.event) + tag("Site", options.site) +
        tag("Date", utc(record.begun, "%Y.%m.%d")) + tag("Round", std::to_string(record.round)) +
        tag("White", record.names[0]) + tag("Black", record.names[1]) +
        tag("Result", to_text(record.verdict.result)) + tag("Variant", rules.variant) +
        tag("SetUp", "1") + tag("FEN", to_text(record.first)) +
        tag("PlyCount", std::to_string(record.actions.size()));
    const auto& [white, black] = record.controls;
    if (white == black) {
        text += tag("TimeControl", to_text(white));
    } else {
        text += tag("WhiteTimeControl", to_text(white)) + tag("BlackTimeControl", to_text(black));
    }
    text += tag("GameStartTime", utc(record.begun, "%Y-%m-%dT%H:%M:%SZ")) +
            tag("GameEndTime", utc(record.ended, "%Y-%m-%dT%H:%M:%SZ")) +
            tag("Termination", to_text(record.verdict.termination)) + '\n';
    return text + movetext(record, rules.rules) + '\n';
}

} // namespace agon::match
