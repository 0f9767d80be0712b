// The game as a WebAssembly module: rules, records and pictures, without the engine. JavaScript
// keeps the game and sends all of it with each question; the answer is JSON.

#include "engine/draw/diagram.hpp"
#include "engine/error.hpp"
#include "engine/game/movegen.hpp"
#include "engine/notation/notation.hpp"
#include "engine/notation/pgn_reader.hpp"
#include "engine/notation/sentences.hpp"
#include "engine/quote.hpp"
#include "engine/rules/presets.hpp"
#include "engine/rules/rules.hpp"
#include "protocol/record/game_session.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/pgn.hpp"
#include "protocol/record/result.hpp"

#include <emscripten.h>

#include <chrono>
#include <functional>
#include <new>
#include <sstream>
#include <string>
#include <string_view>

namespace agon {
namespace {

std::string json(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        if (c == '\n')
            result += "\\n";
        else if (static_cast<unsigned char>(c) < 0x20)
            result += ' ';
        else
            result += c;
    }
    return result += '"';
}

template<class Range, class Text>
std::string list(const Range& range, Text text) {
    std::string result = "[";
    for (const auto& item : range) {
        if (result.size() > 1) result += ',';
        result += json(text(item));
    }
    return result += ']';
}

/// Rules files come on top of the built-in ones.
Presets presets;

/// The question's lines: variant, setup, position text or nothing, actions, white, black.
GameSession read_game(std::istream& question) {
    std::string variant, setup, first, actions;
    GameSessionSettings settings;
    for (std::string* line :
         {&variant, &setup, &first, &actions, &settings.names[0], &settings.names[1]})
        std::getline(question, *line);
    MatchRules& rules = settings.rules;
    rules.rules = presets.at(variant).rules;
    rules.variant = variant;
    const auto now = std::chrono::system_clock::now();
    if (!setup.empty()) {
        const auto named = find_setup(setup);
        if (!named)
            throw Error("setup: expected standard, placement or flanked, got " + in_quotes(setup));
        rules.rules.setup = *named;
    }
    rules.setup = setup_names()[static_cast<std::size_t>(rules.rules.setup)];
    if (!first.empty()) settings.first = parse_position(rules.rules, first);
    GameSession session(settings, now);
    std::istringstream words(actions);
    for (std::string action; words >> action;) session.play(action, Microseconds(0));
    return session;
}

std::string state(const GameSession& session) {
    const Game& game = session.game();
    MoveList moves;
    if (!session.verdict()) legal_moves(game.rules(), game.position(), moves);
    const auto result = session.verdict() ? session.verdict()->result : Result::Unfinished;
    return "{\"position\":" + json(to_text(game.position())) +
           ",\"turn\":" + json(name(game.position().turn)) +
           ",\"chooser\":" + json(name(game.chooser())) +
           ",\"legal\":" + list(moves, [](Move move) { return to_text(move); }) +
           ",\"sentence\":" + json(session.sentence()) +
           ",\"last\":" + (game.length() > 0 ? json(last_action_sentence(game)) : "null") +
           ",\"over\":" + (session.verdict() ? "true" : "false") +
           ",\"result\":" + json(to_text(result)) +
           ",\"command\":" + json(session.position_line()) + '}';
}

std::string pgn(const GameSession& session) {
    return json(
        to_pgn(session.record(std::chrono::system_clock::now()), session.rules(), SINGLE_GAME));
}

/// The question's first line: `turned` or nothing.
std::string svg(const GameSession& session, bool turned) {
    const Game& game = session.game();
    DiagramOptions options;
    options.turned = turned;
    if (game.length() > 0) options.last = game.move(game.length() - 1);
    return json(svg_diagram(game.position(), options));
}

/// The first game of a PGN, as the arguments of a game.
std::string read_pgn(std::istream& text) {
    std::string variant(DEFAULT_PRESET);
    PgnReader reader(text, [&](const std::optional<std::string>& tag) {
        const Preset& preset = presets.at(tag.value_or(variant));
        variant = preset.name;
        return PgnReader::Start{preset.rules, setup_position(preset.rules, preset.rules.setup)};
    });
    try {
        const auto game = reader.next();
        if (!game) throw Error("there is no game");
        return "{\"variant\":" + json(variant) + ",\"position\":" + json(to_text(game->first)) +
               ",\"white\":" + json(game->tag("White").value_or("")) +
               ",\"black\":" + json(game->tag("Black").value_or("")) +
               ",\"actions\":" + list(game->moves, [](Move move) { return to_text(move); }) + '}';
    } catch (const Error& error) {
        throw Error("line " + std::to_string(reader.line()) + ": " + error.what());
    }
}

/// Equal for equal rules.
std::string rules_of(const RuleSet& rules) {
    return list(rule_fields(), [&](const RuleField& field) { return rule_value(rules, field); });
}

std::string answer(std::istream& question) {
    std::string kind;
    std::getline(question, kind);
    if (kind == "state") return state(read_game(question));
    if (kind == "pgn") return pgn(read_game(question));
    if (kind == "svg" || kind == "svg turned") return svg(read_game(question), kind != "svg");
    if (kind == "read pgn") return read_pgn(question);
    if (kind == "variants") return list(presets.all(), std::mem_fn(&Preset::name));
    if (kind == "rules of") {
        std::string name;
        std::getline(question, name);
        return rules_of(presets.at(name).rules);
    }
    if (kind != "rules") throw Error("unknown question '" + kind + "'");
    presets.load(question, "rules");
    return "null";
}

} // namespace
} // namespace agon

/// The answer to a question of lines, or {"error": TEXT}; lives until the next call.
extern "C" EMSCRIPTEN_KEEPALIVE const char* agon_ask(const char* question) {
    static std::string text;
    std::istringstream lines(question);
    try {
        text = agon::answer(lines);
    } catch (const std::bad_alloc&) {
        text = R"({"error":"out of memory"})";
    } catch (const std::exception& error) {
        text = "{\"error\":" + agon::json(error.what()) + '}';
    }
    return text.c_str();
}
