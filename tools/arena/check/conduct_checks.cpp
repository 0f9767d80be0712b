#include "tools/arena/check/conduct_checks.hpp"

#include "engine/game/movegen.hpp"
#include "engine/notation/notation.hpp"
#include "protocol/os/machine.hpp"
#include "protocol/uci/text/engine_lines.hpp"
#include "tools/arena/check/conversation.hpp"
#include "tools/arena/check/positions.hpp"

#include <array>

namespace agon::arena {
namespace {

constexpr Milliseconds SHORT_SEARCH{100};
constexpr Milliseconds LONG_ENOUGH{300}; ///< to see that no answer comes
constexpr int GAME_LENGTH = 60;          ///< actions
constexpr std::size_t NOISE = 1 << 20;
constexpr std::size_t POSITIONS = 12;
/// From the throne, which is empty: illegal in every position that these checks use.
constexpr std::string_view NEVER_LEGAL = "f6a1";

std::string movetime(Milliseconds time) { return "go movetime " + std::to_string(time.count()); }

/// " wtime 1000 btime 1000", or p1time and p2time in UGI.
std::string clock(const Conversation& engine, std::string_view white, std::string_view black) {
    const bool uci = engine.protocol() == EngineProtocol::Uci;
    std::string text;
    if (!white.empty()) text += (uci ? " wtime " : " p1time ") + std::string(white);
    if (!black.empty()) text += (uci ? " btime " : " p2time ") + std::string(black);
    return text;
}

/// `position startpos`; white is the chooser.
Game send_start(Conversation& engine) {
    engine.send("position startpos");
    return Game(engine.rules().rules, engine.rules().start(), engine.rules().limits);
}

Game send_position(Conversation& engine, const Position& position) {
    engine.send("position fen " + to_text(position));
    return Game(engine.rules().rules, position, engine.rules().limits);
}

Move first_legal(const Game& game) {
    MoveList moves;
    legal_moves(game.rules(), game.position(), moves);
    return moves[0];
}

/// `position` of the start and one action, which `game` plays too. Black is the chooser, so no
/// action that is legal at the start is legal here.
std::string start_and_action(Game& game) {
    const Move move = first_legal(game);
    game.play(move);
    return "position startpos moves " + to_text(move);
}

/// Starts `go infinite` and verifies that no answer comes.
Game start_search(Conversation& engine) {
    Game game = send_start(engine);
    engine.send("go infinite");
    engine.expect_no_best_move(LONG_ENOUGH);
    return game;
}

void idle_stop(Conversation& engine) {
    for (const char* line : {"stop", "ponderhit"}) engine.send(line);
    engine.expect_ready();
    const Game game = send_start(engine);
    engine.send(movetime(SHORT_SEARCH));
    engine.expect_best_move(game, SHORT_SEARCH);
    engine.send("stop");
}

void isready_while_searching(Conversation& engine) {
    const Game game = start_search(engine);
    engine.expect_ready();
    engine.expect_no_best_move(LONG_ENOUGH);
    engine.send("stop");
    engine.expect_best_move(game);
}

void quit_while_searching(Conversation& engine) {
    start_search(engine);
    engine.send("quit");
    engine.expect_end();
}

void end_while_searching(Conversation& engine) {
    start_search(engine);
    engine.end_input();
    engine.expect_end();
}

/// Three searches sent at once. No action is legal in two of them in a row.
void queue(Conversation& engine) {
    Game white = send_start(engine);
    Game black = white;
    const std::string after = start_and_action(black);
    engine.send(movetime(SHORT_SEARCH));
    engine.send(after);
    engine.send(movetime(SHORT_SEARCH));
    engine.send("position startpos");
    engine.send(movetime(SHORT_SEARCH));
    for (const Game* game : {&white, &black, &white})
        engine.expect_best_move(*game, 3 * SHORT_SEARCH);
}

void queue_overtaken(Conversation& engine) {
    const Game white = start_search(engine);
    Game black = white;
    engine.send(start_and_action(black));
    engine.send(movetime(SHORT_SEARCH));
    engine.expect_ready();
    engine.send("stop");
    engine.expect_best_move(white);
    engine.expect_best_move(black, SHORT_SEARCH);
}

void quit_overtakes(Conversation& engine) {
    start_search(engine);
    engine.send("position startpos");
    engine.send("go infinite");
    engine.send("quit");
    engine.expect_end();
}

/// `go` with these words is answered at once.
void no_time(Conversation& engine, const std::string& words) {
    const Game game = send_start(engine);
    engine.send("go" + words);
    engine.expect_best_move(game);
}

void faulty_clock(Conversation& engine) {
    const Game game = send_start(engine);
    engine.send("go" + clock(engine, "abc", ""));
    engine.expect_complaint({"abc"});
    engine.expect_best_move(game);
}

void unknown_command(Conversation& engine) {
    engine.send("xyzzy");
    engine.expect_complaint({"xyzzy"});
}

void unknown_word(Conversation& engine) {
    const Game game = send_start(engine);
    engine.send("go xyzzy movetime " + std::to_string(SHORT_SEARCH.count()));
    engine.expect_complaint({"xyzzy"});
    engine.expect_best_move(game, SHORT_SEARCH);
}

void empty_lines(Conversation& engine) {
    for (const char* line : {"", " \t ", ""}) engine.send(line);
}

void noise(Conversation& engine) {
    std::string line(NOISE, '\0');
    for (std::size_t i = 0; i < line.size(); ++i) {
        line[i] = static_cast<char>(i * 197 + 131);
        if (line[i] == '\n' || line[i] == '\r') line[i] = '?';
    }
    engine.send(line);
    engine.expect(
        "an 'info string' that names the fault",
        [](std::string_view came) { return read_info_string(came).has_value(); },
        engine.patience());
}

void pondering(Conversation& engine, const char* end) {
    if (engine.options().find("Ponder") == nullptr)
        throw NotApplicable("it lists no option Ponder");
    const Game game = send_start(engine);
    engine.send("go ponder" + clock(engine, "1000", "1000"));
    engine.expect_no_best_move(LONG_ENOUGH);
    engine.send(end);
    engine.expect_best_move(game, Milliseconds(1000));
}

/// An invalid `position` keeps the previous one. An empty `rest` means an illegal action at the
/// end.
void faulty_position(Conversation& engine, std::string_view rest,
                     const std::vector<std::string>& names) {
    Game game = send_start(engine);
    const std::string good = start_and_action(game);
    engine.send(good);
    if (rest.empty()) {
        Game longer = game;
        longer.play(first_legal(game));
        engine.send(good + ' ' + to_text(longer.move(1)) + ' ' + std::string(NEVER_LEGAL));
    } else {
        engine.send("position " + std::string(rest));
    }
    engine.expect_complaint(names);
    engine.send(movetime(SHORT_SEARCH));
    engine.expect_best_move(game, SHORT_SEARCH);
}

void illegal_action(Conversation& engine) {
    faulty_position(engine, "", {std::string(NEVER_LEGAL)});
}

void bad_position(Conversation& engine) {
    faulty_position(engine, "fen 1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 x - - 0 1", {"turn"});
    faulty_position(engine, "fen 1g1G1q/G6/7G w - - 0 1", {"board"});
}

void hash_too_large(Conversation& engine) {
    const auto* const hash = engine.options().find("Hash");
    if (hash == nullptr) throw NotApplicable("it lists no option Hash");
    const auto most = static_cast<std::uint64_t>(hash->most.value_or(0));
    // A smaller table might be granted, and the machine would run out of memory.
    if (most < 2 * platform::physical_memory_mb())
        throw NotApplicable("its Hash ends at " + std::to_string(most) + " MB");
    engine.send("setoption name Hash value " + std::to_string(most));
    engine.expect_complaint({"hash"});
    const Game game = send_start(engine);
    engine.send(movetime(SHORT_SEARCH));
    engine.expect_best_move(game, SHORT_SEARCH);
}

void illegal_searchmoves(Conversation& engine) {
    const Game game = send_start(engine);
    engine.send(movetime(SHORT_SEARCH) + " searchmoves " + std::string(NEVER_LEGAL));
    engine.expect_complaint({"searchmoves", std::string(NEVER_LEGAL)});
    engine.expect_best_move(game, SHORT_SEARCH);
}

void infinite_waits(Conversation& engine) {
    const Game game = send_position(engine, win_in_one(engine.rules()));
    engine.send("go infinite");
    engine.expect_no_best_move(2 * LONG_ENOUGH);
    engine.send("stop");
    engine.expect_best_move(game);
}

void whole_game(Conversation& engine) {
    Game game = send_start(engine);
    std::string line = "position startpos";
    for (int i = 0; i < GAME_LENGTH && !game.outcome(); ++i) {
        engine.send(movetime(SHORT_SEARCH / 10));
        const Move move = engine.expect_best_move(game, SHORT_SEARCH / 10);
        engine.expect_ready();
        line += (i == 0 ? " moves " : " ") + to_text(move);
        game.play(move);
        engine.send(line);
    }
}

void odd_positions(Conversation& engine) {
    for (const Position& position : positions_with_captives(engine.rules(), POSITIONS)) {
        const Game game = send_position(engine, position);
        engine.send(movetime(SHORT_SEARCH / 10));
        engine.expect_best_move(game, SHORT_SEARCH / 10);
    }
}

void finished_game(Conversation& engine) {
    Position position = win_in_one(engine.rules());
    Game game(engine.rules().rules, position);
    engine.send("position fen " + to_text(position) + " moves " + std::string(WINNING_ACTION));
    engine.send(movetime(SHORT_SEARCH));
    engine.expect(
        "'bestmove (none)'",
        [](std::string_view line) {
            const auto answer = read_best_move(line);
            return answer && answer->best == "(none)";
        },
        engine.patience() + SHORT_SEARCH);
}

void queries(Conversation& engine) {
    if (engine.protocol() == EngineProtocol::Uci) throw NotApplicable("UCI has no query");
    const auto ask = [&](const std::string& what, const std::string& answer) {
        engine.send("query " + what);
        const std::string came = engine.expect(
            "a response", [](std::string_view line) { return read_response(line).has_value(); },
            engine.patience());
        if (read_response(came) != answer)
            throw Misconduct("expected 'response " + answer + "' to query " + what + "; came '" +
                             came + '\'');
    };
    Game game = send_start(engine);
    ask("gameover", "false");
    ask("p1turn", "true");
    ask("result", "none");
    engine.send(start_and_action(game));
    ask("p1turn", game.chooser() == Side::White ? "true" : "false");
    engine.send("position fen " + to_text(win_in_one(engine.rules())) + " moves " +
                std::string(WINNING_ACTION));
    ask("gameover", "true");
    ask("result", "p1win");
}

constexpr const char* BEST_MOVE = "bestmove: always legal, exactly one per go";
constexpr const char* LEAVING = "quit or end of input while searching: exits with status 0";
constexpr const char* QUEUEING = "position and go while searching: queued in order, never refused";
constexpr const char* AT_ONCE = "go without time: a legal bestmove at once";
constexpr const char* FAULTY_NUMBER =
    "an invalid number is reported and read as 0; a bestmove at once";
constexpr const char* NOISE_ROW = "noise: an info string reports it, the session goes on";
constexpr const char* PONDER = "go ponder: answers only after ponderhit or stop";

constexpr std::array CHECKS = {
    ConductCheck{"whole-game", BEST_MOVE, whole_game, true, Grade::Needed},
    ConductCheck{"captured-pieces", BEST_MOVE, odd_positions, true, Grade::Needed},
    ConductCheck{"finished-game", "a finished game answers bestmove (none)", finished_game},
    ConductCheck{"queries", "UGI: query gameover, p1turn, result", queries},
    ConductCheck{"movetime-0", AT_ONCE, [](Conversation& e) { no_time(e, " movetime 0"); }},
    ConductCheck{"clock-0", AT_ONCE, [](Conversation& e) { no_time(e, clock(e, "0", "0")); }},
    ConductCheck{"clock-negative", AT_ONCE,
                 [](Conversation& e) { no_time(e, clock(e, "-100", "-100")); }},
    ConductCheck{"clock-of-other-side", FAULTY_NUMBER,
                 [](Conversation& e) { no_time(e, clock(e, "", "100")); }},
    ConductCheck{"clock-faulty", FAULTY_NUMBER, faulty_clock},
    ConductCheck{"idle-stop", "stop, ponderhit with no search: no effect", idle_stop},
    ConductCheck{"isready-while-searching", "readyok at once, search undisturbed",
                 isready_while_searching},
    ConductCheck{"infinite-waits", "go infinite: bestmove waits for stop", infinite_waits},
    ConductCheck{"quit-while-searching", LEAVING, quit_while_searching, false},
    ConductCheck{"end-of-input", LEAVING, end_while_searching, false},
    ConductCheck{"queue", QUEUEING, queue},
    ConductCheck{"queue-overtaken", "stop and isready overtake what is queued", queue_overtaken},
    ConductCheck{"quit-overtakes", "quit overtakes what is queued", quit_overtakes, false},
    ConductCheck{"ponderhit", PONDER, [](Conversation& e) { pondering(e, "ponderhit"); }},
    ConductCheck{"ponder-stop", PONDER, [](Conversation& e) { pondering(e, "stop"); }},
    ConductCheck{"unknown-command", NOISE_ROW, unknown_command},
    ConductCheck{"unknown-word", NOISE_ROW, unknown_word},
    ConductCheck{"empty-lines", "empty lines: the session goes on", empty_lines},
    ConductCheck{"noise", NOISE_ROW, noise},
    ConductCheck{"illegal-action",
                 "position with an illegal action: reported, the previous position stays",
                 illegal_action},
    ConductCheck{"bad-position", "bad position text: field reported, the previous position stays",
                 bad_position},
    ConductCheck{"searchmoves-illegal", "searchmoves all illegal: reported and ignored",
                 illegal_searchmoves},
    ConductCheck{"hash-too-large",
                 "setoption Hash larger than memory: reported, the old table stays",
                 hash_too_large},
};

} // namespace

std::string_view to_text(Grade grade) { return grade == Grade::Needed ? "needed" : "good manners"; }

std::span<const ConductCheck> conduct_checks() { return CHECKS; }

} // namespace agon::arena
