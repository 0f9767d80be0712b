#include "engine/record/pgn.hpp"

#include "engine/game/apply.hpp"
#include "engine/record/notation.hpp"

#include <spdlog/fmt/chrono.h>
#include <spdlog/fmt/fmt.h>

#include <sstream>

namespace agon {
namespace {

constexpr std::size_t LINE_LENGTH = 80; // PGN standard, 4.3

std::tm utc(std::chrono::system_clock::time_point time) {
    return fmt::gmtime(std::chrono::system_clock::to_time_t(time));
}

/// A tag pair. Quotes and backslashes are escaped; the text becomes printable ASCII.
std::string tag(std::string_view name, std::string_view value) {
    std::string text;
    for (const char c : replace_controls(std::string(value))) {
        if (c == '\\' || c == '"') text += '\\';
        text += c;
    }
    return fmt::format("[{} \"{}\"]\n", name, text);
}

/// A comment. Braces inside would end it.
std::string comment(std::string text) {
    std::ranges::replace(text, '{', '(');
    std::ranges::replace(text, '}', ')');
    return '{' + replace_controls(std::move(text)) + '}';
}

/// Words separated by one blank, in lines of at most LINE_LENGTH.
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
            paragraph.add(fmt::format("{}.", position.number));
        else if (first)
            paragraph.add(fmt::format("{}...", position.number));
        paragraph.add(to_text(action.forfeited.empty() ? action.move : Move{}));
        const bool last = &action == &record.actions.back();
        std::string remark = comment_text(action);
        if (last && !record.verdict.reason.empty())
            remark += (remark.empty() ? "" : ", ") + record.verdict.reason;
        if (!remark.empty()) paragraph.add(comment(remark));
        const Side turn = position.turn;
        apply(rules, position, action.move);
        new_turn = position.turn != turn;
    }
    if (record.actions.empty() && !record.verdict.reason.empty())
        paragraph.add(comment(record.verdict.reason));
    paragraph.add(to_text(record.verdict.result));
    return paragraph.text() + '\n';
}

} // namespace

std::string comment_text(const ActionRecord& action) {
    if (action.book) return "book";
    const Evaluation& said = action.evaluation;
    if (action.elapsed.count() == 0 && action.forfeited.empty() && said == Evaluation{}) return "";
    std::string text;
    if (!action.forfeited.empty()) text += fmt::format("turn forfeited: {}; ", action.forfeited);
    if (said.kind != Evaluation::Kind::None)
        text += fmt::format("{}/{} ", score_text(said), said.depth);
    text += fmt::format("{:.3f}s", std::chrono::duration<double>(action.elapsed).count());
    if (said.nodes != 0) text += fmt::format(", n={}", said.nodes);
    if (said.seldepth != 0) text += fmt::format(", sd={}", said.seldepth);
    for (const auto& line : said.lines)
        if (!line.empty()) text += fmt::format(", line=\"{}\"", line);
    return text;
}

std::string to_pgn(const GameRecord& record, const MatchRules& rules, const PgnOptions& options) {
    std::string text =
        tag("Event", options.event) + tag("Site", options.site) +
        tag("Date", fmt::format("{:%Y.%m.%d}", utc(record.begun))) +
        tag("Round", std::to_string(record.round)) + tag("White", record.names[0]) +
        tag("Black", record.names[1]) + tag("Result", to_text(record.verdict.result)) +
        tag("Variant", rules.variant) + tag("SetUp", "1") + tag("FEN", to_text(record.first)) +
        tag("PlyCount", std::to_string(record.actions.size()));
    const TimeControl &white = record.controls[0], &black = record.controls[1];
    if (white == black) {
        text += tag("TimeControl", to_text(white));
    } else {
        text += tag("WhiteTimeControl", to_text(white)) + tag("BlackTimeControl", to_text(black));
    }
    text += tag("GameStartTime", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", utc(record.begun))) +
            tag("GameEndTime", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", utc(record.ended))) +
            tag("Termination", to_text(record.verdict.termination)) + '\n';
    return text + movetext(record, rules.rules) + '\n';
}

} // namespace agon
