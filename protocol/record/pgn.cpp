#include "protocol/record/pgn.hpp"

#include "engine/game/apply.hpp"
#include "engine/notation/notation.hpp"
#include "engine/notation/variations.hpp"
#include "engine/utf8.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/mistake.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/result.hpp"
#include "protocol/record/review.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <sstream>

namespace agon {
namespace {

constexpr std::size_t LINE_LENGTH = 80; // PGN standard, 4.3

std::tm utc(std::chrono::system_clock::time_point time) {
    return fmt::gmtime(std::chrono::system_clock::to_time_t(time));
}

/// A tag pair. Quotes and backslashes are escaped.
std::string tag(std::string_view name, std::string_view value) {
    std::string text;
    for (const char c : printable_utf8(value)) {
        if (c == '\\' || c == '"') text += '\\';
        text += c;
    }
    return fmt::format("[{} \"{}\"]\n", name, text);
}

/// A comment. Braces inside would end it.
std::string comment(std::string text) {
    std::ranges::replace(text, '{', '(');
    std::ranges::replace(text, '}', ')');
    return '{' + printable_utf8(text) + '}';
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

/// Numbers and actions from one position on.
class MoveText {
public:
    MoveText(Paragraph& paragraph, const RuleSet& rules, const Position& first, bool new_turn)
        : paragraph_(paragraph), rules_(rules), position_(first), new_turn_(new_turn) {}

    /// `text` is the action as written.
    void add(Move move, const std::string& text) {
        if (new_turn_ && position_.turn == Side::White)
            paragraph_.get().add(fmt::format("{}.", position_.number));
        else if (first_)
            paragraph_.get().add(fmt::format("{}...", position_.number));
        paragraph_.get().add(text);
        const Side turn = position_.turn;
        apply(rules_, position_, move);
        new_turn_ = position_.turn != turn;
        first_ = false;
    }
    /// For a variation that begins here.
    [[nodiscard]] MoveText beside() const { return {paragraph_, rules_, position_, new_turn_}; }
    /// Adds another continuation from here, after a comment on it.
    void add_variation(const std::string& words, const std::vector<Move>& moves) const {
        constexpr std::size_t MAX = 12; // beyond that it is guesswork
        paragraph_.get().add("(" + comment(words));
        MoveText text = beside();
        const std::size_t count = std::min(moves.size(), MAX);
        for (std::size_t i = 0; i < count; ++i)
            text.add(moves[i], to_text(moves[i]) + (i + 1 == count ? ")" : ""));
    }

private:
    std::reference_wrapper<Paragraph> paragraph_;
    std::reference_wrapper<const RuleSet> rules_;
    Position position_;
    bool new_turn_;
    bool first_ = true;
};

/// The findings of a review, for the comments between actions.
class Annotations {
public:
    explicit Annotations(const Review* review) : review_(review) {
        if (review_ != nullptr) mistakes_ = review_->mistakes();
    }
    /// "[%eval -0.31,12]" of a position, or "".
    [[nodiscard]] std::string score(std::size_t ply) const {
        if (review_ == nullptr || (ply == 0 && review_->next())) return "";
        const Evaluation said = review_->evaluation(ply);
        if (said.kind == Evaluation::Kind::None) return "";
        const std::string value = said.kind == Evaluation::Kind::Mate
                                      ? fmt::format("#{}", said.value)
                                      : fmt::format("{:.2f}", said.value / 100.0);
        return fmt::format("[%eval {},{}]", value, said.depth);
    }
    [[nodiscard]] const Mistake* mistake(std::size_t ply) const {
        const auto found = std::ranges::find(mistakes_, ply, &Mistake::ply);
        return found == mistakes_.end() ? nullptr : &*found;
    }

private:
    const Review* review_;
    std::vector<Mistake> mistakes_;
};

constexpr const char* GLYPHS[] = {"", "$6", "$2", "$4"}; // PGN standard, 10

/// Parts of a comment, of which either may be empty.
std::string joined(std::string first, const char* between, const std::string& second) {
    if (!first.empty() && !second.empty()) first += between;
    return first + second;
}

std::string tree_text(const GameRecord& record, const RuleSet& rules, const Variations& tree) {
    using Kind = Variations::Word::Kind;
    Paragraph paragraph;
    struct Line {
        MoveText before, text; ///< before the last action, and after it
    };
    const MoveText start(paragraph, rules, record.first, true);
    std::vector<Line> lines{{start, start}};
    const auto main = tree.line(0, true);
    const std::size_t last = main.empty() ? 0 : main.back();
    const auto remark = [&](std::size_t node) {
        std::string words = tree.at(node).comment;
        if (node == last && words.empty() && record.verdict.result != Result::Unfinished)
            words = record.verdict.reason;
        if (!words.empty()) paragraph.add(comment(std::move(words)));
    };
    remark(0);
    for (const auto& [kind, node] : tree.words()) {
        Line& line = lines.back();
        if (kind == Kind::Begin) {
            paragraph.add("(");
            const MoveText aside = line.before.beside();
            lines.push_back({aside, aside});
        } else if (kind == Kind::End) {
            paragraph.add(")");
            lines.pop_back();
        } else {
            line.before = line.text;
            line.text.add(tree.at(node).move, to_text(tree.at(node).move));
            remark(node);
        }
    }
    paragraph.add(to_text(record.verdict.result));
    return paragraph.text() + '\n';
}

std::string movetext(const GameRecord& record, const RuleSet& rules, const Review* review) {
    Paragraph paragraph;
    const Annotations annotations(review);
    MoveText text(paragraph, rules, record.first, true);
    std::string remark = annotations.score(0);
    if (record.actions.empty()) remark = joined(remark, " ", record.verdict.reason);
    if (!remark.empty()) paragraph.add(comment(remark));
    for (std::size_t i = 0; i < record.actions.size(); ++i) {
        const ActionRecord& action = record.actions[i];
        const MoveText before = text;
        text.add(action.move, to_text(action.forfeited.empty() ? action.move : Move{}));
        const Mistake* const mistake = annotations.mistake(i);
        if (mistake != nullptr) paragraph.add(GLYPHS[static_cast<std::size_t>(mistake->judgement)]);
        remark = comment_text(action);
        if (i + 1 == record.actions.size()) remark = joined(remark, ", ", record.verdict.reason);
        remark = joined(annotations.score(i + 1), " ", remark);
        if (!remark.empty()) paragraph.add(comment(remark));
        if (mistake != nullptr) before.add_variation(mistake->sentence(), mistake->better);
    }
    paragraph.add(to_text(record.verdict.result));
    return paragraph.text() + '\n';
}

} // namespace

namespace {

/// How much longer the action took than its engine says, in milliseconds.
std::optional<std::int64_t> latency_of(const ActionRecord& action) {
    if (!action.evaluation.took) return std::nullopt;
    return std::chrono::round<Milliseconds>(action.elapsed).count() - *action.evaluation.took;
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
    if (said.nps != 0) text += fmt::format(", nps={}", said.nps);
    if (said.hashfull) text += fmt::format(", hashfull={}", *said.hashfull);
    if (const auto latency = latency_of(action))
        text += fmt::format(", latency={:.3f}s", static_cast<double>(*latency) / 1000);
    for (const auto& line : said.lines)
        if (!line.empty()) text += fmt::format(", line=\"{}\"", line);
    return text;
}

std::map<std::string, std::string> computed_tags(const GameRecord& record) {
    using namespace std::chrono;
    std::map<std::string, std::string> tags{{"Round", std::to_string(record.round)}};
    const bool day_known = record.begun != system_clock::time_point();
    const bool hours_known =
        record.begun != record.ended || record.begun != floor<days>(record.begun);
    tags["Date"] =
        day_known ? fmt::format("{:%Y.%m.%d}", utc(record.begun)) : std::string(UNKNOWN_DATE);
    if (day_known && hours_known) {
        tags["GameStartTime"] = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", utc(record.begun));
        tags["GameEndTime"] = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", utc(record.ended));
    }
    const TimeControl &white = record.controls[0], &black = record.controls[1];
    if (white == black) {
        tags["TimeControl"] = to_text(white);
    } else {
        tags["WhiteTimeControl"] = to_text(white);
        tags["BlackTimeControl"] = to_text(black);
    }
    return tags;
}

std::string to_pgn(const GameRecord& record, const MatchRules& rules, const PgnOptions& options) {
    auto computed = options.as_read;
    computed.merge(computed_tags(record));
    const auto if_any = [&](const char* name) {
        const std::string& value = computed[name];
        return value.empty() ? "" : tag(name, value);
    };
    std::string text =
        tag("Event", options.event) + tag("Site", options.site) + tag("Date", computed["Date"]) +
        tag("Round", computed["Round"]) + tag("White", record.names[0]) +
        tag("Black", record.names[1]) + tag("Result", to_text(record.verdict.result)) +
        tag("Variant", rules.variant) + tag("SetUp", "1") + tag("FEN", to_text(record.first)) +
        tag("PlyCount", std::to_string(record.actions.size())) + if_any("TimeControl") +
        if_any("WhiteTimeControl") + if_any("BlackTimeControl") + if_any("GameStartTime") +
        if_any("GameEndTime") + tag("Termination", to_text(record.verdict.termination));
    for (const auto& [name, value] : options.seats) text += tag(name, value);
    if (!options.annotator.empty()) text += tag("Annotator", options.annotator);
    return text + '\n' +
           (options.tree != nullptr ? tree_text(record, rules.rules, *options.tree)
                                    : movetext(record, rules.rules, options.review)) +
           '\n';
}

} // namespace agon
