#include "engine/notation/pgn_reader.hpp"

#include "engine/byte_order_mark.hpp"
#include "engine/error.hpp"
#include "engine/game/apply.hpp"
#include "engine/game/turn.hpp"
#include "engine/notation/notation.hpp"
#include "engine/quote.hpp"
#include "engine/utf8.hpp"

#include <algorithm>
#include <cctype>

namespace agon {

std::optional<std::string> PgnGame::tag(std::string_view name) const {
    std::optional<std::string> value;
    for (const auto& pair : tags)
        if (pair.first == name) value = pair.second;
    return value;
}

namespace {

constexpr std::string_view FORFEITED_TURN = "0000";

/// The word without the turn number and the dots before an action.
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
        if (in_.peek() == '[' && rules_) break;
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
                if (read_word(c)) {
                    read_last_comments();
                    return std::move(game_);
                }
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

void PgnReader::read_last_comments() {
    for (;;) {
        while (in_.peek() == ' ' || in_.peek() == '\t') get();
        if (in_.peek() != '{' && in_.peek() != ';') return;
        add_comment(utf8_or_latin1(*take_comment(get())));
    }
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
    if (suffix.size() > 2) throw Error(in_quotes(suffix) + " is not one of ! ? !! ?? !? ?!");
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
