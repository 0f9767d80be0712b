// The analysis board of a GameRoom: its tree, setting up, and its engine.
#include "engine/error.hpp"
#include "engine/game/apply.hpp"
#include "engine/game/outcome.hpp"
#include "engine/game/turn.hpp"
#include "engine/notation/notation.hpp"
#include "engine/notation/variations.hpp"
#include "engine/quote.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/record/pgn.hpp"
#include "protocol/web/room/board_json.hpp"
#include "protocol/web/room/game_room.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace agon::page {
namespace {

constexpr Milliseconds ANALYSIS{30'000}; ///< of a position

std::vector<std::string> texts(const Variations& tree, const std::vector<std::size_t>& line) {
    std::vector<std::string> moves;
    for (const std::size_t node : line) moves.push_back(to_text(tree.at(node).move));
    return moves;
}

/// What is there is taken away by putting the same.
void put(Position& draft, Cell cell, std::string_view piece) {
    constexpr std::string_view PIECES = "GQgq";
    const Bitboard here(cell);
    const auto kind = piece.empty() ? std::string_view::npos : PIECES.find(piece);
    const Side side = kind == 0 || kind == 1 ? Side::White : Side::Black;
    const bool queen = kind == 1 || kind == 3;
    if (piece == "x") {
        if (!draft.occupied().contains(cell)) throw Error("no piece stands on " + cell.text());
        draft.captured =
            draft.captured.contains(cell) ? draft.captured - here : draft.captured | here;
        return;
    }
    if (!piece.empty() && kind == std::string_view::npos)
        throw Error("piece: expected one of Q G q g x or none, got " + in_quotes(piece));
    if (!piece.empty() && !queen && cell == THRONE_CELL)
        throw Error("a guard never stands on the throne");
    const bool same = !piece.empty() && draft.pieces[side].contains(cell) &&
                      (draft.queens[side] == cell) == queen;
    for (const Side each : BOTH_SIDES) {
        draft.pieces[each] -= here;
        if (draft.queens[each] == cell) draft.queens[each] = Cell();
    }
    draft.captured -= here;
    if (piece.empty() || same) return;
    if (queen && !draft.queens[side].is_none()) put(draft, draft.queens[side], "");
    if (queen) draft.queens[side] = cell;
    if (!queen && draft.reserve[side] > 0) --draft.reserve[side];
    draft.pieces[side] |= here;
}

/// The numbers of a tree's words: of the turn before white's actions and where words have broken
/// off.
Json tree_json(const Variations& tree, const Game& start) {
    using Kind = Variations::Word::Kind;
    struct Line {
        Position before, now;
        bool broken = true;
    };
    Json words = Json::array();
    std::vector<Line> lines{{start.position(), start.position()}};
    for (const auto& [kind, node] : tree.words()) {
        if (kind != Kind::Action) words.push_back(kind == Kind::Begin ? "(" : ")");
        Line& line = lines.back();
        if (kind == Kind::Begin) {
            lines.push_back({line.before, line.before});
        } else if (kind == Kind::End) {
            lines.pop_back();
            lines.back().broken = true;
        } else {
            const Position& now = line.before = line.now;
            const bool white = now.turn == Side::White;
            words.push_back({node,
                             white         ? fmt::format("{}.", now.number)
                             : line.broken ? fmt::format("{}...", now.number)
                                           : "",
                             name(chooser(start.rules(), now)), to_text(tree.at(node).move),
                             tree.at(node).comment});
            line.broken = false;
            line.now = after(start.rules(), now, tree.at(node).move);
        }
    }
    return words;
}

} // namespace

std::string setup_fault(const Position& draft, const RuleSet& rules) {
    try {
        (void)parse_position(rules, to_text(draft));
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

Analysis& GameRoom::board() {
    if (!analysis_) throw Error("this is no analysis board");
    return *analysis_;
}

void GameRoom::look_at(std::optional<std::size_t> ply) {
    const auto line = board().tree.line(board().node, true);
    const std::size_t end = std::min(ply.value_or(line.size()), line.size());
    const std::size_t node = end == 0 ? 0 : line[end - 1];
    node == analysis_->node ? changed_() : show(node);
}

void GameRoom::analyse(const Analyse& request) {
    Analysis& analysis = board();
    analysis.on = request.on.value_or(analysis.on);
    analysis.threat = request.threat.value_or(analysis.threat);
    analysis.lines = request.lines.value_or(analysis.lines);
    search_changed();
}

void GameRoom::change(const TreeNode& request) {
    Variations& tree = board().tree;
    if (!tree.contains(request.node)) throw Error("that action is no longer in the analysis");
    if (request.what == "show") return show(request.node);
    if (request.node == 0) throw Error("the first position is no action");
    if (request.what == "promote") {
        tree.promote(request.node);
    } else if (request.what == "delete") {
        const auto here = tree.line(analysis_->node, false);
        const std::size_t parent = tree.at(request.node).parent;
        tree.remove(request.node);
        if (std::ranges::count(here, request.node) > 0) return show(parent);
    } else {
        throw Error("what: expected show, promote or delete, got " + in_quotes(request.what));
    }
    show(analysis_->node);
}

void GameRoom::edit(const EditBoard& request) {
    const RuleSet& rules = session_.rules().rules;
    std::optional<Position>& draft = board().draft;
    if (request.what == "begin") {
        draft = game_at(session_.game(), depth()).position();
        draft->clock = 0;
        draft->number = 1;
        return search_changed();
    }
    if (!draft) throw Error("no position is being set up");
    if (request.what == "done") {
        const Position first = parse_position(rules, to_text(*draft));
        draft.reset();
        analysis_->tree = {};
        return show(0, first);
    }
    if (request.what == "cancel") {
        draft.reset();
    } else if (request.what == "take") {
        draft = parse_position(rules, request.position);
    } else if (request.what == "clear") {
        draft = Position{};
    } else if (request.what == "turn") {
        draft->turn = ~draft->turn;
    } else if (request.what == "put") {
        const auto cell = Cell::parse(request.cell);
        if (!cell) throw Error("cell: " + in_quotes(request.cell) + " is not a cell");
        put(*draft, *cell, request.piece);
    } else {
        throw Error("what: no such edit " + in_quotes(request.what));
    }
    search_changed();
}

/// Looks at a node, of a tree that begins with `first` where that is given.
void GameRoom::show(std::size_t node, const std::optional<Position>& first) {
    GameSessionSettings settings = session_.settings();
    if (first) settings.first = first;
    settings.moves = texts(analysis_->tree, analysis_->tree.line(node, true));
    session_ = GameSession(std::move(settings), std::chrono::system_clock::now());
    analysis_->node = node;
    search_changed();
}

void GameRoom::search_changed() {
    ++analysis_->version;
    analysis_->found.clear();
    if (adviser_busy_) adviser().player->hurry();
    advise();
    if (awake_) changed_();
}

/// The position that the engine is to search now, if any.
std::optional<Position> GameRoom::to_search() const {
    if (!analysis_ || !analysis_->on || analysis_->draft || analysis_->done == analysis_->version)
        return std::nullopt;
    const RuleSet& rules = session_.rules().rules;
    Position position = game_at(session_.game(), depth()).position();
    if (is_decided(rules, position)) return std::nullopt;
    if (!analysis_->threat) return position;
    position.turn = ~position.turn;
    try {
        return parse_position(rules, to_text(position));
    } catch (const Error&) { // the other side cannot act here
        return std::nullopt;
    }
}

void GameRoom::search() {
    Analysis& analysis = *analysis_;
    analysis.searched = *to_search();
    analysis.asked = analysis.version;
    const std::string line =
        analysis.threat ? "position fen " + to_text(analysis.searched) : line_at(depth());
    TimeControl limits;
    limits.move_time = ANALYSIS;
    adviser().player->look(line, limits, analysis.lines, [this](const Reply& reply) {
        if (reply.failure) return advice_failed(*reply.failure);
        adviser_busy_ = false;
        if (analysis_->asked == analysis_->version) {
            if (analysis_->found.empty()) found(reply.evaluation, reply.action, 1);
            analysis_->done = analysis_->version;
            changed_();
        }
        advise();
    });
}

/// A line of the position that is searched.
void GameRoom::found(const Evaluation& evaluation, std::string_view line, std::size_t rank) {
    Analysis& analysis = *analysis_;
    if (analysis.asked != analysis.version || line.empty()) return;
    if (analysis.found.size() < rank) analysis.found.resize(rank);
    analysis.found[rank - 1] = {evaluation, chooser(session_.rules().rules, analysis.searched),
                                legal_line(line, analysis.searched)};
    tell_soon();
}

std::string GameRoom::pgn() const {
    PgnOptions options = SINGLE_GAME;
    options.review = review();
    if (!analysis_)
        return to_pgn(session_.record(std::chrono::system_clock::now()), session_.rules(), options);
    options.tree = &analysis_->tree;
    GameSessionSettings settings = session_.settings();
    settings.moves = texts(analysis_->tree, analysis_->tree.line(0, true));
    return to_pgn(GameSession(settings, std::chrono::system_clock::now())
                      .record(std::chrono::system_clock::now()),
                  session_.rules(), options);
}

Json analysis_json(const GameRoom& room) {
    const Analysis& analysis = *room.analysis();
    const GameSession& game = room.session();
    Json json{{"on", analysis.on},
              {"threat", analysis.threat},
              {"lines", analysis.lines},
              {"searching", room.searching()},
              {"found", Json::array()},
              {"node", analysis.node},
              {"tree", tree_json(analysis.tree, game_at(game.game(), 0))},
              {"moves", analysis.tree.text()}};
    for (const Advice& advice : analysis.found) {
        Json line = Json::array();
        for (const Move move : advice.line) line.push_back(to_text(move));
        json["found"].push_back(
            {score_text(of_white(advice.evaluation, advice.side)), advice.evaluation.depth, line});
    }
    if (analysis.draft) json["draft"] = setup_fault(*analysis.draft, game.rules().rules);
    return json;
}

} // namespace agon::page
