#include "engine/record/record.hpp"

#include "engine/error.hpp"
#include "engine/game/movegen.hpp"
#include "engine/record/notation.hpp"

#include <algorithm>
#include <charconv>
#include <spdlog/fmt/fmt.h>

namespace agon {

std::string_view to_text(Result result) {
    static constexpr std::string_view TEXTS[] = {"1-0", "0-1", "1/2-1/2", "*"};
    return TEXTS[static_cast<std::size_t>(result)];
}

std::string_view to_text(Termination termination) {
    static constexpr std::string_view TEXTS[] = {"normal",      "adjudication", "time forfeit",
                                                 "abandoned",   "stalled",      "illegal move",
                                                 "unterminated"};
    return TEXTS[static_cast<std::size_t>(termination)];
}

std::optional<Result> find_result(std::string_view text) {
    for (const auto result :
         {Result::WhiteWins, Result::BlackWins, Result::Draw, Result::Unfinished})
        if (to_text(result) == text) return result;
    return std::nullopt;
}

std::optional<Termination> find_termination(std::string_view text) {
    for (int i = 0; i <= static_cast<int>(Termination::Unterminated); ++i)
        if (equal_ignoring_case(to_text(static_cast<Termination>(i)), text))
            return static_cast<Termination>(i);
    return std::nullopt;
}

std::optional<Fault> fault_of(Termination termination, std::string_view reason) {
    switch (termination) {
    case Termination::TimeForfeit: return Fault::OnTime;
    case Termination::Stalled: return Fault::Stall;
    case Termination::IllegalMove: return Fault::Illegal;
    case Termination::Abandoned:
        return reason.find(": crash") != std::string_view::npos ? Fault::Crash : Fault::Disconnect;
    default: return std::nullopt;
    }
}

PerSide<std::uint64_t> forfeited_turns(const GameRecord& record) {
    PerSide<std::uint64_t> turns{};
    for (const ActionRecord& action : record.actions)
        if (!action.forfeited.empty()) ++turns[action.chooser];
    return turns;
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

std::string replace_controls(std::string text) {
    for (char& c : text)
        if (c < ' ' || c > '~') c = '?';
    return text;
}

namespace {

constexpr std::string_view SPACES = " \t\r\v\f";

/// Leaves `number` as it was when the word is none.
template<class Number>
bool read_whole(std::string_view word, Number& number) {
    Number value{};
    const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (fault != std::errc{} || end != word.data() + word.size()) return false;
    number = value;
    return true;
}

} // namespace

std::string_view next_word(std::string_view& line) {
    const auto begin = std::min(line.find_first_not_of(SPACES), line.size());
    const auto end = std::min(line.find_first_of(SPACES, begin), line.size());
    const std::string_view word = line.substr(begin, end - begin);
    line.remove_prefix(std::min(line.find_first_not_of(SPACES, end), line.size()));
    return word;
}

std::string_view read_info(std::string_view line, Evaluation& evaluation, int rank) {
    if (next_word(line) != "info") return "";
    Evaluation read;
    int variation = 1;
    bool bound = false;
    while (!line.empty()) {
        const std::string_view word = next_word(line);
        if (word == "string") return "";
        if (word == "pv") break; // what follows are actions
        if (word == "depth")
            read_whole(next_word(line), read.depth);
        else if (word == "seldepth")
            read_whole(next_word(line), read.seldepth);
        else if (word == "nodes")
            read_whole(next_word(line), read.nodes);
        else if (word == "multipv")
            read_whole(next_word(line), variation);
        else if (word == "lowerbound" || word == "upperbound")
            bound = true;
        else if (word == "score") {
            const std::string_view unit = next_word(line);
            const bool whole = read_whole(next_word(line), read.value);
            if (whole && unit == "cp") read.kind = Evaluation::Kind::Centipawns;
            if (whole && unit == "mate") read.kind = Evaluation::Kind::Mate;
        }
    }
    read.value = std::clamp(read.value, -MOST_SCORE, MOST_SCORE);
    read.depth = std::max(read.depth, 0);
    read.seldepth = std::max(read.seldepth, 0);
    if (variation != rank) return "";
    if (read.kind != Evaluation::Kind::None && !bound) {
        if (read.nodes == 0) read.nodes = evaluation.nodes;
        read.lines.swap(evaluation.lines);
        evaluation = std::move(read);
    } else if (read.nodes != 0) {
        evaluation.nodes = read.nodes;
    }
    return line;
}

std::optional<BestMove> read_best_move(std::string_view line) {
    if (next_word(line) != "bestmove") return std::nullopt;
    BestMove move;
    move.best = next_word(line);
    if (next_word(line) == "ponder") move.ponder = next_word(line);
    return move;
}

std::size_t Variations::add(std::size_t parent, Move move) {
    for (const std::size_t child : at(parent).children)
        if (at(child).move == move) return child;
    if (nodes_.size() > MAX_ACTIONS) // with node 0
        throw Error(fmt::format("an analysis has at most {} actions", MAX_ACTIONS));
    nodes_.at(parent).children.push_back(next_);
    nodes_[next_] = {move, parent};
    return next_++;
}

void Variations::promote(std::size_t node) {
    for (; node != 0; node = at(node).parent) {
        auto& children = nodes_.at(at(node).parent).children;
        if (children.front() == node) continue;
        std::rotate(children.begin(), std::ranges::find(children, node),
                    std::ranges::find(children, node) + 1);
        return;
    }
}

void Variations::remove(std::size_t node) {
    std::erase(nodes_.at(at(node).parent).children, node);
    for (std::vector<std::size_t> gone{node}; !gone.empty();) {
        const auto taken = nodes_.extract(gone.back());
        gone.pop_back();
        const auto& children = taken.mapped().children;
        gone.insert(gone.end(), children.begin(), children.end());
    }
}

std::vector<std::size_t> Variations::line(std::size_t node, bool on) const {
    std::vector<std::size_t> nodes;
    for (std::size_t up = node; up != 0; up = at(up).parent) nodes.push_back(up);
    std::ranges::reverse(nodes);
    for (; on && !at(node).children.empty(); nodes.push_back(node))
        node = at(node).children.front();
    return nodes;
}

std::vector<Variations::Word> Variations::words() const {
    using Kind = Word::Kind;
    std::vector<Word> words, todo; // of `todo` the last comes first
    const auto expand = [&](std::size_t node) {
        // The main action, the variations beside it, and then how the main line goes on.
        const auto& children = at(node).children;
        if (children.empty()) return;
        todo.push_back({Kind::End, children.front()}); // expands it
        for (std::size_t i = children.size(); i-- > 1;) {
            todo.push_back({Kind::End});
            todo.push_back({Kind::End, children[i]});
            todo.push_back({Kind::Action, children[i]});
            todo.push_back({Kind::Begin});
        }
        todo.push_back({Kind::Action, children.front()});
    };
    for (expand(0); !todo.empty();) {
        const Word word = todo.back();
        todo.pop_back();
        if (word.kind == Kind::End && word.node != 0)
            expand(word.node);
        else
            words.push_back(word);
    }
    return words;
}

std::string Variations::text() const {
    std::string text;
    for (const Word& word : words()) {
        text += text.empty() ? "" : " ";
        text += word.kind == Word::Kind::Action  ? to_text(at(word.node).move)
                : word.kind == Word::Kind::Begin ? "("
                                                 : ")";
    }
    return text;
}

namespace {

std::string cells_text(Bitboard cells) {
    std::string text;
    cells.for_each([&](Cell cell) { text += (text.empty() ? "" : ", ") + cell.text(); });
    return text;
}

/// What has to be done with the captured pieces `owed`.
std::string settling_sentence(const RuleSet& rules, const Position& p, Bitboard owed) {
    const Side owner = settled_side(rules, p);
    const bool queen = owed.contains(p.queens[owner]);
    const std::string piece = fmt::format("{}'s captured {}", name(owner), pieces_text(p, owed));
    const bool one = owed.count() == 1;
    if (!rules.bloody())
        return one ? piece + " has to be put elsewhere." : "one of " + piece + " has to go.";
    return queen ? piece + " changes places with one of the outermost guards, which goes."
                 : piece + (one ? " has" : " have") + " to be put further out.";
}

} // namespace

std::string pieces_text(const Position& position, Bitboard pieces) {
    const Bitboard queens = pieces & (position.queen(Side::White) | position.queen(Side::Black));
    const Bitboard guards = pieces - queens;
    std::string text = queens.any() ? "queen on " + cells_text(queens) : "";
    if (guards.any())
        text += fmt::format("{}guard{} on {}", text.empty() ? "" : " and the ",
                            guards.count() > 1 ? "s" : "", cells_text(guards));
    return text;
}

std::string capital_name(Side side) { return side == Side::White ? "White" : "Black"; }

std::string turn_sentence(const Game& game) {
    const Position& p = game.position();
    const Bitboard owed = pieces_to_settle(game.rules(), p);
    std::string text = capital_name(p.turn) + "'s turn";
    if (game.chooser() != p.turn) text += fmt::format(", but {} chooses", name(game.chooser()));
    if (!any_legal(game.rules(), p)) return text + ": there is nothing to do but 'pass'.";
    if (p.placing()) return text + fmt::format(": a guard is placed, {} left.", p.reserve[p.turn]);
    if (owed.none()) return text + '.';
    return text + ": " + settling_sentence(game.rules(), p, owed);
}

std::string last_action_sentence(const Game& game) {
    Game before = game;
    before.undo();
    const Position& p = before.position();
    const Bitboard captured = game.position().captured - p.captured;
    const Bitboard removed = p.occupied() - game.position().occupied();
    const Move move = game.move(game.length() - 1);
    std::string text = fmt::format("{} played {}", capital_name(before.chooser()), to_text(move));
    if (captured.any()) text += " and captured the " + pieces_text(game.position(), captured);
    const Bitboard gone =
        removed - Bitboard(move.is_pass() || move.is_placement() ? Cell::none() : move.from());
    if (gone.any()) text += fmt::format("; {} left the game", pieces_text(p, gone));
    return text + '.';
}

std::string end_sentence(const Game& game, const Outcome& outcome) {
    const Side winner = outcome.winner.value_or(Side::White);
    switch (outcome.reason) {
    case Reason::Throne:
        return capital_name(winner) + " wins: the queen is on the throne, her guards around her.";
    case Reason::Forfeit:
        return fmt::format("{} wins: {}'s guards are around the throne without their queen on it.",
                           capital_name(winner), name(~winner));
    case Reason::NoGuards:
        return fmt::format("{} wins: {} has no guards left.", capital_name(winner), name(~winner));
    case Reason::Repetition:
        if (outcome.winner)
            return fmt::format("{} wins: {} has brought about this position for the {}th time.",
                               capital_name(winner), name(~winner), game.limits().repetition);
        return fmt::format("A draw: this position occurred {} times.", game.limits().repetition);
    case Reason::Ring: return "A draw: the guards of one side are around an empty throne.";
    case Reason::NoAction:
        return fmt::format("{} wins: {} has no action.", capital_name(winner), name(~winner));
    case Reason::NoProgress:
        return fmt::format("A draw: {} actions in a row brought no progress.",
                           game.limits().no_progress);
    }
    return "";
}

} // namespace agon
