// `agon-match measure`: what a game was like. Figures are counted by hand, legal actions by the
// naive referee.
#include "engine/game/apply.hpp"
#include "engine/record/notation.hpp"
#include "engine/rules/presets.hpp"
#include "tests/naive/referee.hpp"
#include "tests/support/arena.hpp"
#include "tests/support/arrange.hpp"
#include "tools/arena/web/report.hpp"

using namespace agon;
using namespace agon::match;
using Kind = Evaluation::Kind;

namespace {

const std::string BLACK = "ql11 gf3 gl10 gl9 gl8 gl7 gk11";

struct Said {
    const char* action;
    Kind kind = Kind::None;
    int value = 0;
};

GameRecord played(const MatchRules& rules, const std::string& position,
                  const std::vector<Said>& said) {
    GameRecord record;
    record.names = {"A", "B"};
    record.first = record.last = parse_position(rules.rules, position);
    for (const auto& [text, kind, value] : said) {
        ActionRecord action;
        action.move = parse_legal_move(rules.rules, record.last, text);
        action.chooser = chooser(rules.rules, record.last);
        action.evaluation.kind = kind;
        action.evaluation.value = value;
        action.evaluation.nodes = 10;
        apply(rules.rules, record.last, action.move);
        record.actions.push_back(action);
    }
    record.verdict = {Result::WhiteWins, Termination::Normal, "White wins (throne)", std::nullopt};
    return record;
}

std::size_t legal(const char* preset, const std::string& position) {
    return naive::legal(naive::preset(preset), naive::parse(position)).size();
}

} // namespace

TEST_CASE("captures, relocations and legal actions of a game are counted") {
    // From h3 to g3 a white guard traps f3, with e3 on the other side (rules.md 4.4).
    const std::string guards =
        support::arranged("Qa1 Gh3 Ge3 Ga2 Ga3 Ga4 Ga5 " + BLACK, "w - - 0 1");
    const std::string queen =
        support::arranged("Qh3 Ga1 Ge3 Ga2 Ga3 Ga4 Ga5 " + BLACK, "w - - 0 1");

    const MatchRules classic = make_match_rules("classic", "standard", "", {});
    const auto game = played(classic, guards, {{"h3g3"}, {"f3l6"}, {"a1b2"}});
    const auto figures = figures_json(game, classic);
    CHECK(figures["actions"] == 3);
    CHECK(figures["captures"] == 1);
    CHECK(figures["relocations"] == 1);
    CHECK(figures["nodes"] == 30);
    const auto before = naive::preset("classic");
    auto state = naive::parse(guards);
    std::size_t choices = 0;
    for (const char* action : {"h3g3", "f3l6", "a1b2"}) {
        choices += naive::legal(before, state).size();
        state = naive::play(before, state, action);
    }
    CHECK(figures["branching"].get<double>() == doctest::Approx(static_cast<double>(choices) / 3));

    // A captured guard leaves the game in Kanare (4.10), and in Bloody Queen if the queen helped to
    // trap it (7.1). The side whose two guards trapped it puts it elsewhere (7.3).
    for (const auto& [preset, position, actions, relocations] :
         {std::tuple{"kanare", guards, std::vector<Said>{{"h3g3"}}, 0},
          {"bloody-queen", queen, {{"h3g3"}}, 0},
          {"bloody-queen", guards, {{"h3g3"}, {"f3f2"}}, 1}}) {
        const MatchRules rules = make_match_rules(preset, "standard", "", {});
        const auto short_game = figures_json(played(rules, position, actions), rules);
        CHECK(short_game["captures"] == 1);
        CHECK(short_game["relocations"] == relocations);
    }
}

TEST_CASE("actions of the opening are left out of the figures") {
    const MatchRules rules = make_match_rules("classic", "standard", "", {});
    const std::string start = "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w - - 0 1";
    GameRecord game = played(rules, start, {{"a1b2"}, {"l11k10"}});
    game.actions[0].book = true;
    const auto figures = figures_json(game, rules);
    CHECK(figures["actions"] == 1);
    const std::string second = "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/1Q4g/2g1G1 b - - 0 1";
    CHECK(figures["branching"] == static_cast<double>(legal("classic", second)));
}

TEST_CASE("a lead is what both engines agree on") {
    const MatchRules rules = make_match_rules("classic", "standard", "", {});
    const std::string start = "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w - - 0 1";
    const auto figures = [&](const std::vector<Said>& said, Result result = Result::WhiteWins) {
        GameRecord game = played(rules, start, said);
        game.verdict.result = result;
        return figures_json(game, rules);
    };
    const auto cp = Kind::Centipawns;
    // Each says its own side's score. White leads by 120; black by 180, which is a change; the
    // engines then disagree; then white wins.
    const std::vector<Said> course = {{"a1b1", cp, 150},  {"l11k11", cp, -120},
                                      {"b1a1", cp, -200}, {"k11l11", cp, 180},
                                      {"a1b1", cp, 400},  {"l11k11", cp, 90}};
    CHECK(figures(course)["leads"] == 1);
    CHECK(figures(course)["behind"] == 180);
    CHECK(figures(course, Result::BlackWins)["behind"] == 120);
    CHECK(figures(course, Result::Draw)["behind"].is_null());
    // Less than a pawn is no lead. A winner that was never behind won from 0.
    const auto close = figures({{"a1b1", cp, 90}, {"l11k11", cp, -99}, {"b1a1", cp, -99}});
    CHECK(close["leads"] == 0);
    CHECK(close["behind"] == 0);
    // A mate is 100 pawns, and an action without a score ends what was agreed.
    CHECK(figures({{"a1b1", Kind::Mate, -3}, {"l11k11", Kind::Mate, 3}})["behind"] == 10000);
    CHECK(figures({{"a1b1", cp, -300}, {"l11k11"}, {"b1a1", cp, -300}})["behind"] == 0);
}

TEST_CASE("measure and the page of a study refuse what they cannot read") {
    const agon::test::TemporaryFolder folder;
    const auto refused = [](const std::string& arguments, const std::string& message, int status) {
        const auto done = agon::test::run(arguments);
        CAPTURE(arguments);
        CAPTURE(done.output);
        CHECK(done.status == status);
        CHECK(done.count(message) == 1);
    };
    refused("measure", "JOURNAL", 2);
    refused("measure x.jsonl --page 0", "--page: expected an integer >= 1, got '0'", 2);
    refused("measure " + (folder / "no.jsonl"), folder / "no.jsonl", 1);
    std::ofstream(folder / "a.json") << "{\"study\": 2, \"cells\": []}";
    const std::string page = " -o " + (folder / "a.html");
    refused("report --study " + (folder / "a.json") + page,
            (folder / "a.json") + ": not a study of games", 1);
    std::ofstream(folder / "deep.json") << "{\"study\": " << std::string(200'000, '[');
    refused("report --study " + (folder / "deep.json") + page,
            (folder / "deep.json") + ": lists and objects are nested more than 64 deep", 1);
    std::ofstream(folder / "half.json") << "{\"study\": 1";
    refused("report --study " + (folder / "half.json") + page, (folder / "half.json") + ": no JSON",
            1);
    refused("report --study " + (folder / "no.json") + page, "cannot read", 1);
    refused("report --study a b" + page, "--study: expected one FILE", 2);
}
