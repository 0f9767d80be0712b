#include "engine/error.hpp"
#include "engine/game/movegen.hpp"
#include "engine/notation/notation.hpp"
#include "engine/quote.hpp"
#include "engine/utf8.hpp"
#include "protocol/record/game_builder.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/pgn_comment.hpp"
#include "protocol/record/pgn_records.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/recorded_game.hpp"
#include "protocol/record/result.hpp"
#include "protocol/record/wall_time.hpp"
#include "tools/arena/foreign/sgf.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

namespace agon::arena {
namespace {

/// The properties of a node: the values of each, with escapes undone.
struct Node {
    int line = 1;
    std::map<std::string, std::vector<std::string>> properties{};

    /// The first value; nullopt if there is no such property.
    [[nodiscard]] std::optional<std::string> value(const std::string& name) const {
        const auto found = properties.find(name);
        return found == properties.end() ? std::nullopt : std::optional(found->second.front());
    }
};

/// Reads the nodes of games, and counts lines. Not recursive: variations can be nested to any
/// depth.
class TreeReader {
public:
    explicit TreeReader(std::istream& in) : in_(in) {}

    [[nodiscard]] int line() const { return line_; }

    /// Whether the last game has other variations.
    [[nodiscard]] bool varied() const { return varied_; }

    /// The first variation of the next game; nullopt at the end. Throws Error.
    std::optional<std::vector<Node>> next() {
        std::vector<Node> nodes;
        int depth = 0;
        varied_ = false;
        bool ended = false; // the first variation has; what follows belongs to others
        bool empty = false; // the innermost tree is, so far
        for (int c = get(); c != EOF; c = get()) {
            if (depth == 0 && c != '(') continue; // text between games
            if (c == '(') {
                ++depth;
                empty = true;
            } else if (c == ')') {
                if (empty) throw Error("a game or a variation has no node");
                ended = true;
                if (--depth == 0) return nodes;
            } else if (c == ';') {
                empty = false;
                varied_ = varied_ || ended;
                if (!ended) nodes.push_back({.line = line_});
            } else if (std::isalpha(c)) {
                read_property(c, ended ? nullptr : &nodes);
            } else if (!std::isspace(c)) {
                throw Error("expected a property, got " +
                            in_quotes(std::string(1, static_cast<char>(c))));
            }
        }
        if (depth != 0) throw Error("a game does not end");
        return std::nullopt;
    }

private:
    int get() {
        const int c = in_.get();
        line_ += c == '\n';
        return c;
    }

    void skip_blanks() {
        while (std::isspace(in_.peek())) get();
    }

    void read_property(int c, std::vector<Node>* nodes) {
        std::string name;
        for (; std::isalpha(c); c = get()) // old files write White[aa]
            if (std::isupper(c)) name += static_cast<char>(c);
        if (std::isspace(c)) {
            skip_blanks();
            c = get();
        }
        if (c != '[') throw Error("property " + in_quotes(name) + " has no value");
        if (nodes != nullptr && nodes->empty()) throw Error("a property stands before any node");
        do {
            const std::string value = read_value();
            if (nodes != nullptr) nodes->back().properties[name].push_back(value);
            skip_blanks();
        } while (in_.peek() == '[' && get() == '[');
    }

    std::string read_value() {
        std::string value;
        for (int c = get(); c != ']'; c = get()) {
            if (c == '\\') c = get();
            if (c == EOF) throw Error("a value does not end");
            value += static_cast<char>(c);
        }
        return utf8_or_latin1(value);
    }

    std::istream& in_;
    int line_ = 1;
    bool varied_ = false;
};

/// The cell of a vertex; nullopt if it is not on the board.
std::optional<Cell> cell_of(std::string_view vertex) {
    if (vertex.size() != 2 || vertex[0] < 'a' || vertex[0] > 'k' || vertex[1] < 'a' ||
        vertex[1] > 'k')
        return std::nullopt;
    const char column = "abcdefghjkl"[vertex[0] - 'a'];
    return Cell::parse(column + std::to_string(11 - (vertex[1] - 'a')));
}

/// Plays the nodes of one game.
class Player {
public:
    Player(const MatchRules& rules, const Position& first)
        : rules_(rules.rules), builder_(rules, first) {}

    /// The value of `B` or `W`, and the comment of the node. Throws Error.
    void play(Side side, const std::string& value, const std::string& comment) {
        if (value.empty() || value == "tt") return pass(side, comment);
        if (builder_.over()) throw Error("the game is over before " + in_quotes(value));
        if (side != builder_.chooser())
            throw Error(std::string(name(side)) + " plays " + in_quotes(value) + ", but " +
                        std::string(name(~side)) + " is to act");
        const auto cell = cell_of(value);
        if (!cell) return act(value, comment);
        const std::string text = cell->text();
        if (from_) return act(from_->text() + text, comment);
        MoveList moves;
        legal_moves(rules_, builder_.position(), moves);
        if (std::ranges::any_of(moves, [&](Move move) {
                return !move.is_pass() && !move.is_placement() && move.from() == *cell;
            })) {
            from_ = cell;
            return leave_out(comment);
        }
        act(text, comment); // a placement
    }

    /// Whether a comment was not in the arena's form.
    [[nodiscard]] bool remarked() const { return remarked_; }

    [[nodiscard]] GameRecord finish(std::optional<Verdict> said) {
        if (from_) throw Error("the last action has no second cell after " + from_->text());
        if (said && !rest_.empty()) said->reason = rest_;
        return builder_.finish(said);
    }

private:
    /// Ignores a pass by the side not to act, after a first cell, or after the end.
    void pass(Side side, const std::string& comment) {
        if (builder_.over() || from_ || side != builder_.chooser()) return leave_out(comment);
        const std::string reason = forfeit_reason(comment);
        if (!reason.empty()) {
            read(comment, builder_.forfeit_turn(reason));
            return;
        }
        MoveList moves;
        legal_moves(rules_, builder_.position(), moves);
        if (moves.size() == 1 && moves[0].is_pass()) return act("pass", comment);
        passed_ = true; // legal only at the end: both pass after a draw that the board cannot see
        leave_out(comment);
    }

    void act(const std::string& text, const std::string& comment) {
        if (passed_)
            throw Error("a side passes without being allowed to before " + in_quotes(text));
        from_.reset();
        read(comment, builder_.play(text));
    }

    void read(const std::string& comment, ActionRecord& action) {
        leave_out(rest_);
        rest_ = comment.empty() ? "" : read_comment(comment, action);
    }

    void leave_out(const std::string& comment) { remarked_ = remarked_ || !comment.empty(); }

    RuleSet rules_;
    GameBuilder builder_;
    std::optional<Cell> from_;
    bool passed_ = false; ///< the side to act has, without being allowed to
    std::string rest_;    ///< of the last comment: the reason of the result
    bool remarked_ = false;
};

/// The verdict of RE: "B+R", "W+T", "0", "Draw"; nullopt for "?" and "Void".
std::optional<Verdict> verdict_of(const std::string& text) {
    if (text == "0" || text == "Draw")
        return Verdict{Result::Draw, Termination::Normal, "", std::nullopt};
    if (text.size() < 2 || text[1] != '+' || (text[0] != 'B' && text[0] != 'W'))
        return std::nullopt;
    const Side winner = text[0] == 'W' ? Side::White : Side::Black;
    Verdict verdict{win_of(winner), Termination::Normal, "", std::nullopt};
    const char how = text.size() > 2 ? text[2] : ' ';
    if (how == 'T') verdict = fault_verdict(~winner, {Fault::OnTime, ""});
    if (how == 'F') verdict = fault_verdict(~winner, {Fault::Disconnect, ""});
    if (how == 'T' || how == 'F') return verdict;
    return verdict;
}

/// Variant and setup of RU, "Agon classic, setup standard".
std::pair<std::optional<std::string>, std::optional<std::string>>
rules_named(const std::string& text) {
    constexpr std::string_view BEGIN = "Agon ", SEPARATOR = ", setup ";
    if (!text.starts_with(BEGIN)) return {};
    const auto comma = text.find(SEPARATOR);
    const std::string variant = text.substr(BEGIN.size(), comma - BEGIN.size());
    if (comma == std::string::npos) return {text.substr(BEGIN.size()), std::nullopt};
    return {variant, text.substr(comma + SEPARATOR.size())};
}

/// Whether the reader uses the property, or it only identifies the kind of file.
bool is_known(const std::string& property) {
    static const std::set<std::string> KNOWN{"AP", "B",  "C",  "CA", "DT", "EV", "FEN", "FF", "GM",
                                             "PB", "PC", "PW", "RE", "RO", "RU", "ST",  "SZ", "W"};
    return KNOWN.contains(property);
}

RecordedGame game_of(const std::vector<Node>& nodes, const FindRules& find_rules, int& line) {
    const Node& root = nodes.front();
    const auto text = [&](const char* name, const char* otherwise) {
        const std::string value = root.value(name).value_or("");
        return value.empty() ? otherwise : value;
    };
    line = root.line;
    if (const auto size = text("SZ", "11"); size != "11" && size != "11:11")
        throw Error("SZ is " + in_quotes(size) + ", but Agon's board is 11");
    const auto named = rules_named(text("RU", ""));
    RecordedGame game{
        {}, find_rules(named.first, named.second), {text("EV", "?"), text("PC", "?")}};
    const auto fen = root.value("FEN");
    for (const char* const stones : {"AB", "AW"})
        if (!fen && root.value(stones))
            throw Error(std::string(stones) +
                        " does not distinguish queens from guards: the property FEN does");
    const bool ours = text("AP", "") == SGF_PROGRAM;
    Player player(game.rules, fen ? parse_position(game.rules.rules, *fen) : game.rules.start());
    for (const Node& node : nodes) {
        line = node.line;
        const std::string comment = node.value("C").value_or("");
        if (const auto black = node.value("B")) player.play(Side::Black, *black, comment);
        if (const auto white = node.value("W")) player.play(Side::White, *white, comment);
        const bool acts = node.value("B") || node.value("W");
        if (!comment.empty() && !acts && !(ours && nodes.size() == 1))
            game.left_out.insert(OTHER_COMMENTS);
        for (const auto& property : node.properties)
            if (!is_known(property.first)) game.left_out.insert("property " + property.first);
    }
    auto verdict = verdict_of(text("RE", "?"));
    if (ours) {
        if (!verdict) verdict.emplace(); // unfinished; other programs may not check the rules
        // Without an action the reason is the root's comment; others name their programs there.
        if (nodes.size() == 1) verdict->reason = text("C", "");
    }
    if (player.remarked()) game.left_out.insert(OTHER_COMMENTS);
    game.record = player.finish(verdict);
    game.record.names = {text("PW", "?"), text("PB", "?")};
    game.record.begun = game.record.ended = parse_time(text("DT", "")).value_or(WallTime());
    game.record.round = read_round(text("RO", ""));
    return game;
}

} // namespace

std::vector<RecordedGame> read_sgf(std::istream& in, const FindRules& find_rules) {
    std::vector<RecordedGame> games;
    TreeReader reader(in);
    int line = 0; // of the node at fault; 0 while the text is read
    try {
        while (const auto nodes = reader.next()) {
            games.push_back(game_of(*nodes, find_rules, line));
            if (reader.varied()) games.back().left_out.insert("variations");
            games.back().record.number = static_cast<int>(games.size());
            games.back().record.encounter = games.size() - 1;
            line = 0;
        }
    } catch (const Error& error) {
        throw Error(std::to_string(line == 0 ? reader.line() : line) + ": " + error.what());
    }
    return games;
}

} // namespace agon::arena
