#include "tools/match/formats/pgn_reader.hpp"

#include "engine/apply.hpp"
#include "engine/notation.hpp"

#include <cctype>

namespace agon::match {

std::optional<std::string> PgnGame::tag(std::string_view name) const {
    std::optional<std::string> value;
    for (const auto& pair : tags)
        if (pair.first == name) value = pair.second;
    return value;
}

std::optional<PgnGame> PgnReader::next() {
    game_ = {};
    rules_.reset();
    bool any = false;
    while (in_.peek() != EOF) {
        if (in_.peek() == '[' && rules_) return std::move(game_);
        const int c = get();
        if (std::isspace(c)) continue;
        if (c == '{' || c == ';') {
            add_comment(read_until(c == '{' ? '}' : '\n'));
        } else if (c == '(') {
            skip_variation();
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
    return std::move(game_);
}

int PgnReader::get() {
    const int c = in_.get();
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
        text += c == '\n' ? ' ' : static_cast<char>(c);
    }
    return text;
}

void PgnReader::add_comment(const std::string& text) {
    std::string& comment = game_.comments.empty() ? game_.remark : game_.comments.back();
    comment += (comment.empty() ? "" : " ") + text;
}

void PgnReader::skip_variation() {
    game_.skipped.insert("variations");
    for (int depth = 1; depth > 0;) {
        const int c = get();
        if (c == EOF) throw Error("a variation does not end");
        if (c == '{') read_until('}');
        if (c == '(') ++depth;
        if (c == ')') --depth;
    }
}

void PgnReader::read_tag() {
    std::string name, value;
    int c = get();
    while (std::isspace(c)) c = get();
    for (; c != EOF && !std::isspace(c) && c != '"' && c != ']'; c = get())
        name += static_cast<char>(c);
    for (; c != '"'; c = get())
        if (c == EOF || c == '\n' || c == ']') throw Error("a tag has no value in quotes");
    for (c = get(); c != '"'; c = get()) {
        if (c == '\\') c = get();
        if (c == EOF || c == '\n') throw Error("a tag does not end");
        value += static_cast<char>(c);
    }
    if (name == "Variant") variant_line_ = line_;
    if (name == "FEN") fen_line_ = line_;
    read_until(']');
    game_.tags.emplace_back(std::move(name), std::move(value));
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
    position_ = game_.first;
}

bool PgnReader::read_word(int c) {
    std::string word(1, static_cast<char>(c));
    while (in_.peek() != EOF && !std::isspace(in_.peek()) &&
           std::string_view("{}();[]").find(static_cast<char>(in_.peek())) ==
               std::string_view::npos)
        word += static_cast<char>(get());
    if (word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*") {
        game_.result = std::move(word);
        return true;
    }
    if (word[0] == '$') {
        game_.skipped.insert("glyphs");
        return false;
    }
    // "1.", "1..." and "1.a1b2"; a placement's cell begins with a letter.
    if (std::isdigit(static_cast<unsigned char>(word[0])) && word != "0000") {
        const auto move = word.find_first_not_of("0123456789.");
        if (move == std::string::npos) return false;
        word.erase(0, move);
    }
    if (plies_ != 0 && static_cast<int>(game_.moves.size()) >= plies_) return false;
    // In Bloody Queen a side settles captured pieces after its step (rules.md section 7).
    const bool forfeit = forfeits_ == Forfeits::Read && word == "0000" &&
                         chooser(*rules_, position_) == position_.turn &&
                         !(rules_->bloody() && position_.captured.any());
    const Move move = forfeit ? Move::pass() : parse_legal_move(*rules_, position_, word);
    apply(*rules_, position_, move);
    game_.moves.push_back(move);
    game_.comments.emplace_back();
    return false;
}

} // namespace agon::match
