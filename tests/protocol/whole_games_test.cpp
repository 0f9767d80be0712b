// Whole games through GTP and UGI end as they do in the engine, for every preset.
#include "engine/game/game.hpp"
#include "engine/game/move_list.hpp"
#include "engine/notation/notation.hpp"
#include "protocol/gtp/gogui_text.hpp"
#include "protocol/uci/uci_session.hpp"
#include "tests/protocol/gtp_fixture.hpp"
#include "tests/support/build_kind.hpp"
#include "tests/support/player.hpp"

#include <doctest/doctest.h>

#include <map>

namespace {

using namespace agon;
using protocol::GtpMoves;
using support::GtpFixture;

/// A game of lively random play to its end.
Game random_game(const Preset& preset, std::uint64_t seed) {
    support::Random random(seed);
    support::Player player(random);
    Game game(preset.rules, setup_position(preset.rules, preset.rules.setup));
    while (!game.outcome()) {
        MoveList moves;
        legal_moves(game.rules(), game.position(), moves);
        game.play(player.choose(game.rules(), game.position(), moves));
    }
    return game;
}

std::string winner_of(const Game& game) {
    const auto winner = game.outcome()->winner;
    return winner ? std::string(name(*winner)) : "draw";
}

std::string play_words(Side side, const std::string& move) {
    return "play " + std::string(name(side)) + ' ' + move;
}

/// The game's positions one by one, and who chose in each.
template<class Visit>
void replay(const Game& game, Visit visit) {
    Game copy(game.rules(), setup_position(game.rules(), game.rules().setup), game.limits());
    for (std::size_t i = 0; i < game.length(); ++i) {
        visit(copy, game.move(i));
        copy.play(game.move(i));
    }
}

void check_end(GtpFixture& gtp, const Game& game) {
    const std::string winner = winner_of(game);
    CHECK(gtp.ask("agon-fen") == "= " + to_text(game.position()));
    CHECK(gtp.ask("winner") == "= " + winner);
    CHECK(gtp.ask("final_score") == (winner == "white"   ? "= W+"
                                     : winner == "black" ? "= B+"
                                                         : "= 0"));
    CHECK(gtp.ask("gogui-rules_final_result") == "= " + to_text(game.outcome()));
    CHECK(gtp.ask("gogui-rules_legal_moves") == "=");
}

template<class Visit>
void for_games(std::uint64_t games, Visit visit) {
    const Presets presets;
    std::map<std::string, int> results;
    for (const Preset& preset : presets.all())
        for (std::uint64_t seed = 1; seed <= (support::SLOW_BUILD ? 1 : games); ++seed) {
            CAPTURE(preset.name);
            CAPTURE(seed);
            const Game game = random_game(preset, seed);
            ++results[winner_of(game)];
            visit(preset, game);
        }
    CHECK((results.size() == 3 || support::SLOW_BUILD)); // a game of each kind at least
}

} // namespace

TEST_CASE("GTP with text moves: the side not to act passes, as in a tournament") {
    for_games(4, [](const Preset& preset, const Game& game) {
        GtpFixture gtp;
        CHECK(gtp.ask("agon-variant " + preset.name) == "=");
        Side asked = Side::White;
        replay(game, [&](const Game& now, Move move) {
            for (; asked != now.chooser(); asked = ~asked) {
                CHECK(gtp.ask("genmove " + std::string(name(asked))) == "= pass");
                CHECK(gtp.ask(play_words(asked, "pass")) == "=");
            }
            CHECK(gtp.ask(play_words(asked, to_text(move))) == "=");
            asked = ~asked;
        });
        check_end(gtp, game);
        const auto winner = game.outcome()->winner;
        for (const Side side : BOTH_SIDES)
            CHECK(gtp.ask("genmove " + std::string(name(side))) ==
                  (winner == side ? "= pass" : "= resign"));
    });
}

TEST_CASE("GTP with vertex moves: all sent twice, then all taken back") {
    for_games(4, [](const Preset& preset, const Game& game) {
        GtpFixture gtp(GtpMoves::Vertex);
        CHECK(gtp.ask("agon-variant " + preset.name) == "=");
        const std::string first = gtp.ask("agon-fen");
        int plies = 0;
        const auto play_twice = [&](Side side, const std::string& vertex) {
            CHECK(gtp.ask("gogui-rules_legal_moves").find(vertex) != std::string::npos);
            CHECK(gtp.ask(play_words(side, vertex)) == "=");
            CHECK(gtp.ask(play_words(side, vertex)) == (vertex == "pass" ? "=" : "? illegal move"));
            plies += vertex == "pass" ? 2 : 1;
        };
        replay(game, [&](const Game& now, Move move) {
            const Side side = now.chooser();
            CHECK(gtp.ask("gogui-rules_side_to_move") == "= " + std::string(name(side)));
            if (move.is_pass()) return play_twice(side, "pass");
            if (!move.is_placement()) {
                play_twice(side, protocol::vertex_text(move.from()));
                CHECK(gtp.ask("genmove " + std::string(name(~side))) == "= PASS");
                ++plies;
            }
            play_twice(side, protocol::vertex_text(move.to()));
        });
        check_end(gtp, game);
        for (int i = 0; i < plies; ++i) CHECK(gtp.ask("undo") == "=");
        CHECK(gtp.ask("undo") == "? cannot undo");
        CHECK(gtp.ask("agon-fen") == first);
    });
}

TEST_CASE("GTP with vertex moves: the engine against itself under an alternating controller") {
    const Presets presets;
    for (const Preset& preset : presets.all()) {
        CAPTURE(preset.name);
        GtpFixture engine(GtpMoves::Vertex, 30);
        GtpFixture other(GtpMoves::Vertex, 30);
        for (GtpFixture* gtp : {&engine, &other})
            CHECK(gtp->ask("agon-variant " + preset.name) == "=");
        Side side = Side::Black; // GoGui begins with black
        int passes = 0;
        std::string answer;
        for (int i = 0; i < 10'000 && passes < 2; ++i, side = ~side) {
            answer = engine.ask("genmove " + std::string(name(side))).substr(2);
            if (answer == "resign") break;
            passes = answer == "PASS" ? passes + 1 : 0;
            CHECK(other.ask(play_words(side, answer)) == "=");
        }
        CHECK(engine.ask("agon-fen") == other.ask("agon-fen"));
        const std::string winner = engine.ask("winner").substr(2);
        CHECK(winner != "none");
        CHECK(winner == (answer == "resign" ? name(~side) : "draw"));
    }
}

TEST_CASE("UGI: the queries about every position, and about the end") {
    for_games(4, [](const Preset& preset, const Game& game) {
        search::SteadyClock clock;
        protocol::Host host(clock);
        support::LineSink sink;
        protocol::UciSession ugi(host, sink, protocol::UGI);
        ugi.handle("setoption name UCI_Variant value " + preset.name);
        std::string moves = "position startpos moves";
        const auto check = [&](const Game& now, const std::string& result) {
            for (const char* query : {"gameover", "p1turn", "result", "fen"})
                ugi.handle("query " + std::string(query));
            ugi.wait_until_idle();
            const auto said = sink.take_all();
            REQUIRE(said.size() == 4);
            CHECK(said[0] == (now.outcome() ? "response true" : "response false"));
            CHECK(said[1] == (now.chooser() == Side::White ? "response true" : "response false"));
            CHECK(said[2] == "response " + result);
            CHECK(said[3] == "response " + to_text(now.position()));
        };
        replay(game, [&](const Game& now, Move move) {
            if (now.length() % 16 == 0) check(now, "none");
            moves += ' ' + to_text(move);
            if ((now.length() + 1) % 16 == 0) ugi.handle(moves);
        });
        ugi.handle(moves);
        const std::string winner = winner_of(game);
        check(game, winner == "white" ? "p1win" : winner == "black" ? "p2win" : "draw");
    });
}
