// The analysis board of a GameRoom: its tree, setting up, and its engine.
#include "engine/error.hpp"
#include "engine/game/apply.hpp"
#include "engine/game/outcome.hpp"
#include "engine/game/safety.hpp"
#include "engine/game/turn.hpp"
#include "engine/notation/notation.hpp"
#include "engine/notation/variations.hpp"
#include "engine/quote.hpp"
#include "engine/words.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/record/pgn.hpp"
#include "protocol/web/room/board_json.hpp"
#include "protocol/web/room/ending_json.hpp"
#include "protocol/web/room/game_room.hpp"
#include "protocol/web/room/played_json.hpp"
#include "protocol/web/room/refusal.hpp"
#include "protocol/web/room/safety_json.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <sstream>

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

/// One line, as a record keeps it.
std::string comment_line(const std::string& text) {
    std::string line;
    std::istringstream words(text);
    for (std::string word; words >> word;) line += (line.empty() ? "" : " ") + word;
    return line;
}

} // namespace

std::optional<SetupFault> setup_fault(const Position& draft, const RuleSet& rules) {
    std::string text;
    try {
        (void)parse_position(rules, to_text(draft));
        return std::nullopt;
    } catch (const Error& error) {
        text = error.what();
    }
    for (const Side side : BOTH_SIDES)
        if (draft.queens[side].is_none()) return SetupFault{"queen", side, 0, text};
    if (draft.placing() && draft.captured.any()) return SetupFault{"captured", {}, 0, text};
    for (const Side side : BOTH_SIDES) {
        const int guards = draft.guards(side).count() + draft.reserve[side];
        if (guards > GUARDS_A_SIDE || (guards < GUARDS_A_SIDE && !rules.removes()))
            return SetupFault{"guards", side, guards, text};
    }
    return SetupFault{draft.captured.any() ? "captured" : "no guards", {}, 0, text};
}

Analysis& GameRoom::board() {
    if (!analysis_) throw Error("this is no analysis board");
    return *analysis_;
}

void GameRoom::play_line(std::string_view actions, std::size_t ply) {
    if (board().draft) throw Refusal("draft", "the position is still being set up");
    AnalysisTree& tree = analysis_->tree;
    if (ply != tree.depth(analysis_->node)) throw Refusal("meanwhile", "the analysis has moved on");
    Position position = tree.position(analysis_->node);
    const RuleSet& rules = session_.rules().rules;
    std::vector<Move> line;
    explained([&] {
        do {
            line.push_back(parse_legal_move(rules, position, next_word(actions)));
            position = after(rules, position, line.back());
        } while (!actions.empty());
    });
    const std::size_t first = tree.add(analysis_->node, line.front());
    for (std::size_t node = first, i = 1; i < line.size(); ++i) node = tree.add(node, line[i]);
    show(first);
}

void GameRoom::analyse(const Analyse& request) {
    Analysis& analysis = board();
    analysis.on = request.on.value_or(analysis.on);
    analysis.threat = request.threat.value_or(analysis.threat);
    analysis.lines = request.lines.value_or(analysis.lines);
    search_changed();
}

void GameRoom::change(const TreeNode& request) {
    AnalysisTree& tree = board().tree;
    if (!tree.contains(request.node))
        throw Refusal("node", "that action is no longer in the analysis");
    if (request.what == "show") return show(request.node);
    if (request.what == "comment") {
        tree.comment(request.node, comment_line(request.text));
        return changed_();
    }
    if (request.node == 0) throw Error("the first position is no action");
    if (request.what == "promote") {
        tree.promote(request.node);
    } else if (request.what == "delete") {
        const bool here = tree.follows(analysis_->node, request.node);
        const std::size_t parent = tree.actions().at(request.node).parent;
        tree.remove(request.node);
        if (here) return show(parent);
    } else {
        throw Error("what: expected show, promote, delete or comment, got " +
                    in_quotes(request.what));
    }
    show(analysis_->node);
}

void GameRoom::edit(const EditBoard& request) {
    const RuleSet& rules = session_.rules().rules;
    std::optional<Position>& draft = board().draft;
    if (request.what == "begin") {
        draft = analysis_->tree.position(analysis_->node);
        draft->clock = 0;
        draft->number = 1;
        return search_changed();
    }
    if (!draft) throw Error("no position is being set up");
    if (request.what == "done") {
        const Position first = parse_position(rules, to_text(*draft));
        draft.reset();
        return set_up(first);
    }
    if (request.what == "cancel") {
        draft.reset();
    } else if (request.what == "take") {
        draft = parse_position(rules, request.position);
    } else if (request.what == "clear") {
        draft = Position{};
    } else if (request.what == "start") {
        draft = session_.rules().start();
    } else if (request.what == "reserve") {
        if (request.piece != "G" && request.piece != "g")
            throw Error("piece: expected G or g, got " + in_quotes(request.piece));
        draft->reserve[request.piece == "G" ? Side::White : Side::Black] =
            static_cast<std::uint8_t>(request.count);
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

void GameRoom::show(std::size_t node) {
    analysis_->node = node;
    search_changed();
}

/// Begins with another position.
void GameRoom::set_up(const Position& first) {
    GameSessionSettings settings = session_.settings();
    settings.first = first;
    session_ = GameSession(std::move(settings), std::chrono::system_clock::now());
    const RuleSet& rules = session_.rules().rules;
    analysis_->tree = AnalysisTree(rules, first, {}, analysis_->tree.version());
    show(0);
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
    Position position = analysis_->tree.position(analysis_->node);
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
        analysis.threat ? "position fen " + to_text(analysis.searched) : line_to(analysis.node);
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

/// The line `position ...` of a node.
std::string GameRoom::line_to(std::size_t node) const {
    std::string line = session_.position_line() + (node == 0 ? "" : " moves");
    const Variations& tree = analysis_->tree.actions();
    for (const std::string& move : texts(tree, tree.line(node, false))) line += ' ' + move;
    return line;
}

Game GameRoom::shown_game() const {
    if (!analysis_) return session_.game();
    return {session_.rules().rules, analysis_->tree.position(analysis_->node),
            session_.rules().limits};
}

/// The main line of an analysis.
GameSession GameRoom::recorded() const {
    GameSessionSettings settings = session_.settings();
    const Variations& tree = analysis_->tree.actions();
    settings.moves = texts(tree, tree.line(0, true));
    return GameSession(std::move(settings), std::chrono::system_clock::now());
}

std::string GameRoom::pgn() const {
    PgnOptions options = SINGLE_GAME;
    options.review = review();
    if (analysis_) options.tree = &analysis_->tree.actions();
    return to_pgn((analysis_ ? recorded() : session_).record(std::chrono::system_clock::now()),
                  session_.rules(), options);
}

std::string GameRoom::record_page() const {
    PageGame shown{.variant = session_.rules().variant,
                   .setup = session_.rules().setup,
                   .names = {session_.name(Side::White), session_.name(Side::Black)},
                   .result = "",
                   .ending = analysis_ ? Json() : ending_json(session_),
                   .review = review(),
                   .tree = analysis_ ? &analysis_->tree.actions() : nullptr};
    if (!analysis_ && session_.verdict()) shown.result = to_text(session_.verdict()->result);
    return page::record_page({record_json((analysis_ ? recorded() : session_).game(), shown)});
}

void add_analysis(Json& json, const GameRoom& room) {
    for (const char* const field : {"analysis", "found", "node", "safe"}) json[field] = nullptr;
    if (room.analysis() == nullptr) return;
    const Analysis& analysis = *room.analysis();
    const GameSession& game = room.session();
    json["analysis"] = {{"on", analysis.on},
                        {"threat", analysis.threat},
                        {"lines", analysis.lines},
                        {"searching", room.searching()},
                        {"draft", nullptr}};
    if (analysis.draft) {
        Json draft{{"position", to_text(*analysis.draft)}, {"fault", nullptr}};
        if (const auto fault = setup_fault(*analysis.draft, game.rules().rules)) {
            draft["fault"] = {{"key", fault->key}, {"count", fault->count}, {"text", fault->text}};
            if (fault->side) draft["fault"]["side"] = *fault->side == Side::White ? "w" : "b";
        }
        json["analysis"]["draft"] = std::move(draft);
    }
    json["found"] = Json::array();
    for (const auto& [evaluation, side, line] : analysis.found) {
        const Evaluation score = of_white(evaluation, side);
        json["found"].push_back(
            {score_text(score), score.depth,
             score.kind == Evaluation::Kind::None ? Json() : Json(expected_points(score)),
             texts_json(line)});
    }
    json["node"] = analysis.node;
    json["safe"] =
        safety_json(safe_sides(game.rules().rules, analysis.tree.position(analysis.node)));
}

} // namespace agon::page
