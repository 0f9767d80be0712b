// `agon kit DIR`: files with which other programs check their rules, without an engine.
#include "engine/error.hpp"
#include "engine/game/apply.hpp"
#include "engine/game/game.hpp"
#include "engine/game/movegen.hpp"
#include "engine/game/outcome.hpp"
#include "engine/game/perft.hpp"
#include "engine/game/turn.hpp"
#include "engine/notation/notation.hpp"
#include "engine/path_text.hpp"
#include "engine/rules/presets.hpp"
#include "protocol/cli/options.hpp"
#include "protocol/commands/commands.hpp"
#include "protocol/record/output_file.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

namespace agon::embedded { // protocol/CMakeLists.txt
extern const std::string_view KIT_README, KIT_SCHEMA, KIT_CHECK, KIT_RULES;
} // namespace agon::embedded

namespace agon::protocol {
namespace {

using Json = nlohmann::ordered_json;
using Random = std::mt19937_64;

/// How the files of a kit begin: only such files are overwritten.
constexpr std::string_view OTHERS_TITLE = "; Rule sets of the kit that no book has.\n";
constexpr std::string_view README_TITLE = "# A kit for checking implementations of Agon\n";
constexpr std::string_view SCHEMA_TITLE =
    "\"title\": \"A rule set of Agon, with positions and games";
constexpr std::string_view RULES_TITLE = "// The rules of Agon in JavaScript, ";
constexpr std::string_view CHECK_TITLE = "\"\"\"Checks a program's rules of Agon against ";

/// Rule sets with a field of rules.md section 5 (Other readings) that no preset has.
constexpr std::string_view OTHERS = R"(; Rule sets of the kit that no book has.
[no-action-loses:classic]
no_action = loses
[ring-draws:classic]
forfeit = draw
[ring-goes-on:ham]
forfeit = none
[outer-placement:classic]
placement = outer-ring
setup     = placement
)";

/// What a position shows, in the order in which a program learns the rules: a case needs
/// nothing that only later cases show.
enum class Case : std::uint8_t {
    Placement,
    LastReserve,
    Step,
    Between,
    Capture,
    Two,
    Guard,
    Queen,
    QueenFirst,
    Relocation,
    Pace,
    Pass,
    NoEnd,
    End,
    Removal,
    LastGuard,
    WithQueen,
    Exchange,
    Pushed,
    Settling,
    BloodyEnd,
    Other
};
constexpr struct {
    std::string_view section, shows; ///< of engine/rules.md
} CASES[] = {
    {"3", "guards are placed"},
    {"3", "a side has none left to place, and the other has"},
    {"4.1", "steps that capture nothing"},
    {"4.3", "a cell between two enemies within reach"},
    {"4.4", "a step that captures"},
    {"4.4", "a step that captures two"},
    {"4.5", "a captured guard"},
    {"4.5", "a captured queen"},
    {"4.5", "a captured queen and guards: the queen first"},
    {"4.4", "a relocation that captures"},
    {"4.6", "a turn of several relocations"},
    {"4.7", "a side that has to pass"},
    {"4.8", "six guards around the throne, and the game goes on"},
    {"4.8", "the throne, six guards around it"},
    {"4.10", "a guard leaves the game"},
    {"4.10", "the end, where guards leave the game"},
    {"7.1", "a guard trapped with the queen's help"},
    {"7.2", "a trapped queen"},
    {"7.3", "a guard trapped by two guards"},
    {"7.4", "a turn that goes on with settling"},
    {"7.5", "the end of Bloody Queen"},
    {"5 (Other readings)", "a field that no book has"},
};

Case case_of_end(const RuleSet& rules, Reason reason) {
    if (reason == Reason::Ring || reason == Reason::NoAction) return Case::Other;
    if (rules.bloody()) return Case::BloodyEnd;
    return rules.removes() && reason != Reason::Forfeit ? Case::LastGuard : Case::End;
}

/// The last of the cases that a position and the actions in it show.
Case case_of(const RuleSet& rules, const Position& p) {
    Case last = Case::Step;
    const auto meet = [&](Case shown) { last = std::max(last, shown); };
    const auto meet_end = [&](const Position& at) {
        if (const auto end = decided(rules, at)) return meet(case_of_end(rules, end->reason));
        const bool six = at.guards(Side::White) == RINGS[1] || at.guards(Side::Black) == RINGS[1];
        if (six || (rules.removes() && may_be_decided(rules, at))) // it only looks like an end
            meet(rules.forfeit == Forfeit::None ? Case::Other
                 : rules.bloody()               ? Case::BloodyEnd
                                                : Case::NoEnd);
    };
    meet_end(p);
    MoveList moves;
    legal_moves(rules, p, moves);
    if (moves.empty()) return last;
    const Bitboard waiting = captured_to_settle(rules, p);
    const bool queen = waiting.contains(p.queens[settled_side(rules, p)]);
    if (p.placing())
        last = rules.placement == Placement::OuterRing ? Case::Other
               : p.reserve[p.turn] == 0                ? Case::LastReserve
                                                       : Case::Placement;
    else if (waiting.any() && rules.bloody())
        meet(queen ? Case::Exchange : Case::Pushed);
    else if (waiting.any())
        meet(!queen ? Case::Guard : waiting.count() > 1 ? Case::QueenFirst : Case::Queen);
    else if (moves[0].is_pass())
        meet(Case::Pass);
    else
        p.own().for_each([&](Cell from) {
            if ((STEPS[from] & p.vacant() & p.between[~p.turn]).any()) meet(Case::Between);
        });
    for (const Move move : moves) {
        const Position next = after(rules, p, move);
        meet_end(next);
        const int fresh = ((next.captured - p.captured) & next.pieces[~p.turn]).count();
        const bool fewer = next.occupied().count() < p.occupied().count();
        if (waiting.any()) {
            if (fresh > 0) meet(Case::Relocation);
            if (fewer && !rules.bloody()) meet(Case::Removal);
            if (next.turn == p.turn) meet(rules.bloody() ? Case::Settling : Case::Pace);
        } else if (fresh > 0 || fewer) {
            meet(fresh > 1 ? Case::Two : Case::Capture);
            if (fewer && !p.placing()) meet(rules.bloody() ? Case::WithQueen : Case::Removal);
            if (next.turn == p.turn) meet(Case::Settling);
        }
    }
    return last;
}

std::size_t below(Random& random, std::size_t count) { return random() % count; }

/// Pieces crowded around the throne, which is rare in games from the setups. Returns nullopt if the
/// position text would be refused.
std::optional<Position> crowd(const RuleSet& rules, Random& random) {
    Position p;
    const auto ring = static_cast<int>(2 + below(random, 3));
    const auto vacant_cell = [&](bool queen) {
        while (true) {
            const int n = static_cast<int>(below(random, RHOMBUS));
            const auto c = Cell::at(n % SPAN, n / SPAN);
            if (c && p.vacant().contains(*c) && c->ring() <= ring && (queen || *c != THRONE_CELL))
                return *c;
        }
    };
    const bool placing = below(random, 8) == 0;
    const bool six_around = below(random, 2) == 0; // or nearly
    for (const Side side : BOTH_SIDES) {
        p.queens[side] = below(random, 3) == 0 && p.vacant().contains(THRONE_CELL)
                             ? THRONE_CELL
                             : vacant_cell(true);
        p.pieces[side] |= Bitboard(p.queens[side]);
    }
    for (const Side side : BOTH_SIDES) {
        std::size_t guards = rules.removes() ? below(random, 7) : GUARDS_A_SIDE;
        if (placing && guards > 0) {
            p.reserve[side] = static_cast<std::uint8_t>(below(random, guards));
            guards -= p.reserve[side];
        }
        const Bitboard inner = RINGS[1] & p.vacant();
        if (six_around && side == Side::White && guards == GUARDS_A_SIDE)
            inner.for_each([&](Cell c) {
                if (below(random, 8) > 0) p.pieces[side] |= Bitboard(c);
            });
        while (static_cast<std::size_t>(p.guards(side).count()) < guards)
            p.pieces[side] |= Bitboard(vacant_cell(false));
    }
    p.turn = below(random, 2) == 0 ? Side::White : Side::Black;
    if (below(random, 2) == 0)
        p.occupied().for_each([&](Cell c) {
            if (below(random, 6) == 0) p.captured |= Bitboard(c);
        });
    p.clock = static_cast<std::uint32_t>(below(random, 90));
    p.number = static_cast<std::uint32_t>(1 + below(random, 90));
    try {
        return parse_position(rules, to_text(p));
    } catch (const Error&) {
        return std::nullopt;
    }
}

enum class Style : std::uint8_t { Any, Inward, Idle };

/// A random action that suits the style, if there is one.
Move choose(const MoveList& moves, Style style, Random& random) {
    std::vector<Move> liked;
    for (const Move move : moves) {
        if (move.is_pass() || style == Style::Any) continue;
        const int from = move.is_placement() ? 5 : move.from().ring(), to = move.to().ring();
        if (style == Style::Inward ? to < from : to == from) liked.push_back(move);
    }
    if (liked.empty() || below(random, 6) == 0) return moves[below(random, moves.size())];
    return liked[below(random, liked.size())];
}

Game random_game(const RuleSet& rules, Setup setup, Random& random) {
    Game game(rules, setup_position(rules, setup));
    PerSide<Style> styles{};
    for (const Side side : BOTH_SIDES) styles[side] = static_cast<Style>(below(random, 3));
    MoveList moves;
    while (!game.outcome()) {
        legal_moves(rules, game.position(), moves);
        game.play(choose(moves, styles[game.chooser()], random));
    }
    return game;
}

Json position_json(const RuleSet& rules, const Position& position, Case shown, int depth) {
    MoveList moves;
    legal_moves(rules, position, moves);
    Json actions = Json::object(), counts = Json::array();
    for (const Move move : moves) actions[to_text(move)] = to_text(after(rules, position, move));
    for (int d = 1; d <= depth; ++d) counts.push_back(perft(rules, position, d));
    const auto& [section, shows] = CASES[static_cast<std::size_t>(shown)];
    return {{"case", static_cast<int>(shown)},
            {"section", section},
            {"shows", shows},
            {"position", to_text(position)},
            {"chooser", name(chooser(rules, position))},
            {"result", to_text(decided(rules, position))},
            {"actions", actions},
            {"perft", counts}};
}

/// At most `wanted` positions of each case, in the order of the cases.
std::vector<Json> positions_of(const RuleSet& rules, std::size_t wanted, Random& random) {
    std::map<std::pair<Case, std::string>, std::vector<Json>> found; // by result as well
    const auto look_at = [&](const Position& position) {
        if (position.clock >= DrawLimits{}.no_progress) return; // a draw, which no position shows
        const Case shown = case_of(rules, position);
        std::vector<Json>& same = found[{shown, to_text(decided(rules, position))}];
        if (same.size() < wanted)
            same.push_back(position_json(rules, position, shown, same.empty() ? 4 : 2));
    };
    constexpr int GAMES = 40, OF_A_GAME = 40, CROWDS = 4'000;
    for (int i = 0; i < GAMES; ++i) {
        Game game = random_game(rules, static_cast<Setup>(i % 3), random);
        for (int taken = 0; taken < OF_A_GAME && game.length() > 0; ++taken) {
            look_at(game.position());
            const std::size_t back = 1 + below(random, 1 + game.length() / OF_A_GAME * 2);
            for (std::size_t j = 0; j < back && game.undo(); ++j) continue;
        }
        look_at(game.position());
    }
    for (int i = 0; i < CROWDS; ++i)
        if (const auto position = crowd(rules, random)) look_at(*position);
    std::vector<Json> all;
    for (auto& [key, positions] : found) std::ranges::move(positions, std::back_inserter(all));
    return all;
}

/// A game for each way in which one ended.
std::vector<Json> games_of(const RuleSet& rules, Random& random) {
    std::map<std::string, Json> games;
    for (int i = 0; i < 200; ++i) {
        const auto setup = static_cast<Setup>(i % 3);
        const Game game = random_game(rules, setup, random);
        const std::string result = to_text(game.outcome());
        Json actions = Json::array();
        for (std::size_t j = 0; j < game.length(); ++j) actions.push_back(to_text(game.move(j)));
        const Json json = {{"setup", setup_names()[static_cast<std::size_t>(setup)]},
                           {"start", setup_text(setup)},
                           {"result", result},
                           {"position", to_text(game.position())},
                           {"actions", actions}};
        const auto [known, added] = games.try_emplace(result, json);
        if (!added && known->second["actions"].size() > game.length()) known->second = json;
    }
    std::vector<Json> all;
    for (auto& [result, game] : games) all.push_back(std::move(game));
    return all;
}

std::string lines_of(const std::vector<Json>& items) {
    std::string text;
    for (const Json& item : items) text += (text.empty() ? "" : ",\n") + item.dump();
    return text;
}

} // namespace

int kit(const program::Words& args) {
    program::Words words;
    std::size_t wanted = 12;
    program::Options options(
        "agon kit",
        "agon kit DIR [OPTIONS]\n\n"
        "Writes files with which any program can check its rules of Agon: positions with their\n"
        "actions, what each leads to, results, counts and whole games, for every rule set. See\n"
        "README.md in DIR. Files of an earlier kit in DIR are replaced, others are not.\n",
        "  agon kit kit && kit/check.py -- ./my-program --ugi\n"
        "  agon kit small-kit --positions 2\n");
    options.number("positions", wanted, "at most this many of each case of the rules", 1, 50);
    options.words(words, "DIR", 1, 1);
    if (!options.read(args)) return 0;
    const std::filesystem::path folder = path_of(words[0]);
    std::error_code fault;
    std::filesystem::create_directories(folder, fault);
    if (fault) throw Error("cannot make the folder " + utf8_of(folder) + ": " + fault.message());
    Presets presets;
    std::vector<std::pair<OutputFile, std::string>> files; // all are checked before one is written
    const auto add = [&](const std::string& name, auto is, std::string_view text) {
        files.emplace_back(OutputFile(folder / path_of(name), {"of a kit that agon made", is}),
                           text);
    };
    std::istringstream others{std::string(OTHERS)};
    presets.load(others, "rules.ini");
    add(
        "rules.ini", [](std::string_view begin) { return begin.starts_with(OTHERS_TITLE); },
        OTHERS);
    add(
        "README.md", [](std::string_view begin) { return begin.starts_with(README_TITLE); },
        embedded::KIT_README);
    add(
        "schema.json",
        [](std::string_view begin) { return begin.find(SCHEMA_TITLE) != begin.npos; },
        embedded::KIT_SCHEMA);
    add(
        "rules.js", [](std::string_view begin) { return begin.starts_with(RULES_TITLE); },
        embedded::KIT_RULES);
    add(
        "check.py", [](std::string_view begin) { return begin.find(CHECK_TITLE) != begin.npos; },
        embedded::KIT_CHECK);
    for (const Preset& preset : presets.all()) {
        Random random(1);
        Json head = {{"kit", 1}, {"rules", preset.name}, {"source", preset.book}};
        for (const RuleField& field : rule_fields())
            head["fields"][std::string(field.key)] = rule_value(preset.rules, field);
        head["limits"] = {{"repetition", DrawLimits{}.repetition},
                          {"no_progress", DrawLimits{}.no_progress}};
        std::string text = head.dump();
        text.back() = ',';
        add(
            preset.name + ".json",
            [](std::string_view begin) { return begin.starts_with("{\"kit\":1,"); },
            text + "\n\"positions\":[\n" + lines_of(positions_of(preset.rules, wanted, random)) +
                "],\n\"games\":[\n" + lines_of(games_of(preset.rules, random)) + "]}\n");
    }
    for (const auto& [file, text] : files) file.write(text);
    std::filesystem::permissions(folder / u8"check.py", std::filesystem::perms::owner_exec,
                                 std::filesystem::perm_options::add, fault);
    std::cout << fmt::format("{} rule sets in {}; see README.md there\n", presets.all().size(),
                             utf8_of(folder));
    return 0;
}

} // namespace agon::protocol
