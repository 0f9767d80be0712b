// The page of a report in a browser: its board against the engine's own positions.
#include "engine/game/apply.hpp"
#include "engine/game/movegen.hpp"
#include "engine/game/turn.hpp"
#include "engine/notation/notation.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/result.hpp"
#include "tests/arena/two_pairs.hpp"
#include "tests/support/arena.hpp"
#include "tests/support/chromium.hpp"
#include "tests/support/player.hpp"
#include "tools/arena/web/report.hpp"
#include "tools/arena/web/tuning_page.hpp"

#include <cmath>
#include <map>
#include <regex>

using namespace agon;
using namespace agon::arena;

namespace {

const std::string NAME = "x</script>\"\u00fc";

/// An eventful random game.
GameRecord play(const MatchRules& rules, int number, support::Random& random) {
    GameRecord record;
    record.number = number;
    record.names = {NAME, "B"};
    record.first = record.last = rules.start();
    support::Player player(random);
    MoveList moves;
    while (record.actions.size() < 120) {
        legal_moves(rules.rules, record.last, moves);
        if (moves.empty()) break;
        ActionRecord action;
        action.move = player.choose(rules.rules, record.last, moves);
        action.chooser = chooser(rules.rules, record.last);
        action.evaluation = {Evaluation::Kind::Centipawns, -17, 3, 4, 123};
        action.elapsed = Milliseconds(5);
        apply(rules.rules, record.last, action.move);
        record.actions.push_back(action);
    }
    record.verdict = {Result::Draw, Termination::Adjudication, "Draw </script>", std::nullopt};
    return record;
}

MatchHistory play_match(const char* variant, const char* setup, support::Random& random) {
    MatchHistory match;
    match.rules = make_match_rules(variant, setup, "", {});
    match.settings = {{"engines",
                       {{{"name", NAME}, {"cmd", "a"}, {"proto", "uci"}, {"tc", "9+1"}},
                        {{"name", "B"}, {"cmd", "b"}, {"proto", "uci"}}}},
                      {"games", 1},
                      {"swap", true},
                      {"event", NAME}};
    for (const int number : {1, 2}) match.games[number] = play(match.rules, number, random);
    return match;
}

/// The first script of the page; the last is tests/data/report/steps.js.
const std::string WATCH = R"js(<script>
var observed = [];
addEventListener("error", event => observed.push("fault " + event.message));
addEventListener("unhandledrejection", event => observed.push("fault " + event.reason));
</script>)js";

/// The document that the page has become, with a script of ours as its last.
std::string dumped_page(const std::string& program, std::string page, const std::string& script) {
    agon::test::TemporaryFolder folder;
    page.insert(page.find("<head>") + 6, WATCH);
    page.insert(page.rfind("</body>"), "<script>" + script + "</script>");
    std::ofstream(folder / "page.html") << page;
    return agon::test::dumped_dom(program, folder, "page.html");
}

/// The scripts' findings, by their first words.
std::multimap<std::string, std::string> observed(const std::string& program,
                                                 const MatchHistory& match) {
    const std::string dumped = dumped_page(
        program, report_page(match), agon::test::read_file(AGON_TEST_DATA "/report/steps.js"));
    const auto begin = dumped.rfind("<pre id=\"observed\">");
    REQUIRE(begin != std::string::npos);
    std::istringstream lines(dumped.substr(begin, dumped.find("</pre>", begin) - begin));
    std::multimap<std::string, std::string> result;
    std::string line;
    std::getline(lines, line); // the tag
    while (std::getline(lines, line)) {
        std::istringstream words(line);
        std::string what, which, rest;
        words >> what;
        if (what == "at" || what == "on") {
            words >> which;
            what += ' ' + which;
        }
        std::getline(words >> std::ws, rest);
        result.emplace(what, rest);
    }
    return result;
}

/// What is drawn, as steps.js lists it.
std::string drawn(const Position& position) {
    std::vector<std::string> words;
    BOARD.for_each([&](Cell cell) {
        for (const Side side : BOTH_SIDES)
            if (position.pieces[side].contains(cell))
                words.push_back(cell.text() +
                                "GgQq"[(position.queens[side] == cell ? 2U : 0U) + index(side)]);
        if (position.captured.contains(cell)) words.push_back(cell.text() + '*');
    });
    std::ranges::sort(words);
    std::string text;
    for (const auto& word : words) text += word + ' ';
    return text + "+ " + std::string(position.reserve[0], 'G') +
           std::string(position.reserve[1], 'g');
}

std::string trimmed(std::string text) {
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

} // namespace

TEST_CASE("a report's games are stepped through in chromium") {
    const std::string program = agon::test::chromium();
    if (program.empty()) {
        MESSAGE("SKIPPED: no chromium is installed");
        return;
    }
    support::Random random(11);
    // One rule set each of relocations that the other side chooses, of turns of several actions
    // after placements, and of exchanges and removals.
    for (const auto& [variant, setup] : {std::pair{"way-to-play", "standard"},
                                         {"german", "placement"},
                                         {"bloody-queen", "standard"}}) {
        const std::string rules = variant;
        CAPTURE(rules);
        const MatchHistory match = play_match(variant, setup, random);
        const auto lines = observed(program, match);
        CHECK(lines.count("fault") == 0);
        const auto one = [&](const std::string& what) {
            REQUIRE(lines.count(what) == 1);
            return lines.find(what)->second;
        };
        for (const auto& [number, record] : match.games) {
            const std::string game = std::to_string(number);
            CAPTURE(game);
            std::vector<std::string> texts, boards, shown, seen;
            Position position = record.first, before = position;
            for (std::size_t ply = 0; ply <= record.actions.size(); ++ply) {
                texts.push_back(to_text(position));
                boards.push_back(trimmed(drawn(position)));
                before = position;
                if (ply < record.actions.size())
                    apply(match.rules.rules, position, record.actions[ply].move);
            }
            for (auto [at, end] = lines.equal_range("at " + game); at != end; ++at)
                shown.push_back(at->second);
            for (auto [at, end] = lines.equal_range("on " + game); at != end; ++at)
                seen.push_back(trimmed(at->second));
            CHECK(shown == texts);
            CHECK(seen == boards);
            CHECK(one("at end" + game) == texts.back());
            CHECK(one("at begin" + game) == texts.front());
            CHECK(one("at before" + game) == texts[texts.size() - 2]);
            if (number == 1) CHECK(one("at link") == texts[7]);
            if (number == 1) CHECK(one("at played") == texts[8]);
        }
        CHECK(one("name") == "x%3C%2Fscript%3E%22%C3%BC");
        CHECK(one("status").find("\u00bd-\u00bd: Draw &lt;/script&gt;") != std::string::npos);
    }
}

TEST_CASE("a report's tables and curves are made in chromium") {
    const std::string program = agon::test::chromium();
    if (program.empty()) {
        MESSAGE("SKIPPED: no chromium is installed");
        return;
    }
    MatchHistory match = agon::test::two_pairs();
    const Json page = report_json(match);
    const auto rank = [&](std::size_t i, const std::string& name) {
        return page["ranks"][i][name].get<std::string>();
    };
    const auto lines = observed(program, match);
    CHECK(lines.count("fault") == 0);
    const auto all = [](const auto& found, const std::string& what) {
        std::vector<std::string> texts;
        for (auto [at, end] = found.equal_range(what); at != end; ++at) texts.push_back(at->second);
        return texts;
    };
    using Texts = std::vector<std::string>;
    CHECK(all(lines, "table") ==
          Texts{"Points against each other|Engine|A|B",
                "Points against each other|A||3.5/4+3 =1 \u22120",
                "Points against each other|B|0.5/4+0 =1 \u22123|",
                "Ranks|Engine||rank|Elo|nElo|LOS|games|won|drawn|lost|points|score|pairs by points "
                "0 to 2",
                "Ranks|A||1|" + rank(0, "elo") + '|' + rank(0, "nElo") + '|' + rank(0, "los") +
                    "|4|3|1|0|3.5|87.5 %|0 0 0 1 1",
                "Ranks|B||2|" + rank(1, "elo") + '|' + rank(1, "nElo") + '|' + rank(1, "los") +
                    "|4|0|1|3|0.5|12.5 %|1 1 0 0 0",
                "Endings|Ending|white won|black won|drawn|games", "Endings|throne|1|2|1|4",
                "By side|Engine|as white||as black|",
                "By side|A|1.5/2|+1 =1 \u22120|2.0/2|+2 =0 \u22120",
                "By side|B|0.0/2|+0 =0 \u22122|0.5/2|+0 =1 \u22121",
                "Engines|Engine|thinks|program|protocol|options", "Engines|A|not known|a|UCI|",
                "Engines|B|not known|b|UCI|"});
    CHECK(all(lines, "setting") ==
          Texts{"Rules: classic, setup standard.",
                "SPRT of normalized Elo: H0 is 0, H1 is 50, alpha 0.05, beta 0.05."});
    CHECK(all(lines, "headline") == Texts{"A beat B by 3.5 to 0.5 in 4 games, +3 =1 -0."});
    CHECK(all(lines, "verdict") == Texts{page["verdict"].get<std::string>()});
    // Games differ only in their results.
    CHECK(all(lines, "filter") == Texts{"by-result all|4 games|1,2,3,4",
                                        "by-result A won (3)|3 of 4 games|1,2,4",
                                        "by-result drawn (1)|1 of 4 games|3"});
    CHECK(all(lines, "summary") == Texts{"4 games of classic, setup standard"});
    CHECK(all(lines, "figure") == Texts{"Elo of A against B, with its 95 % interval",
                                        "Log likelihood ratio of the SPRT, between its bounds"});

    // Two points each. Those of the last game, at the right edge, are drawn by one scale: the upper
    // bound above the ratio, and that above the lower bound.
    const Texts curves = all(lines, "line-of");
    REQUIRE(curves.size() == 2);
    std::smatch words;
    for (const std::string& curve : curves)
        CHECK(std::regex_match(curve, words, std::regex("k0 [0-9.]+,([0-9.]+) [0-9.]+,([0-9.]+)")));
    CHECK(lines.count("band") == 1);
    const double llr = std::stod(words[2]);
    std::map<std::string, double> bounds;
    for (const std::string& bound : all(lines, "bound"))
        bounds[bound.substr(0, bound.find('|'))] = std::stod(bound.substr(bound.find('|') + 1));
    CHECK(bounds.at("H1 is accepted above") < llr);
    CHECK(llr < bounds.at("H0 is accepted below"));

    // Faults get a table once there is one; turns forfeited count as illegal actions.
    GameRecord& lost = match.games[5] = match.games[1];
    lost.number = 5;
    lost.encounter = 2;
    lost.verdict.fault = Fault::Stall;
    lost.actions.emplace_back().move = Move::pass();
    lost.actions.back().forfeited = "why";
    const auto more = observed(program, match);
    Texts faults = all(more, "table");
    std::erase_if(faults, [](const std::string& row) { return !row.starts_with("Faults"); });
    CHECK(faults == Texts{"Faults|Engine|crash|disconnect|stall|illegal|on time",
                          "Faults|A|0|0|0|1|0", "Faults|B|0|0|1|0|0"});
}

TEST_CASE("the bracket of a knockout is shown in chromium") {
    const std::string program = agon::test::chromium();
    if (program.empty()) {
        MESSAGE("SKIPPED: no chromium is installed");
        return;
    }
    const auto lines = observed(program, agon::test::knockout_of_three());
    CHECK(lines.count("fault") == 0);
    std::vector<std::string> pairings;
    for (auto [at, end] = lines.equal_range("pairing"); at != end; ++at)
        pairings.push_back(at->second);
    CHECK(pairings == std::vector<std::string>{"*A|bye", "B|0.5 *C|1.5", "A|1 C|1"});
    CHECK(lines.find("headline")->second == "The knockout of 3 engines is not over.");
}

TEST_CASE("the page of a tuning has its table and a chart for each parameter") {
    const std::string program = agon::test::chromium();
    if (program.empty()) {
        MESSAGE("SKIPPED: no chromium is installed");
        return;
    }
    MatchSettings settings;
    settings.rules = make_match_rules("classic", "standard", "", {});
    settings.engines.resize(2);
    settings.engines[0].name = NAME;
    SpsaSettings spsa;
    spsa.parameters = {{NAME, 50, 0, 100, 5, 10}, {"Y", 4, 1, 10, 0.5, 0.1}};
    spsa.iterations = 3;
    Tuning tuning(tuning_settings_json(settings, {}, spsa));
    tuning.finish({0, 0, 8});
    const std::string dumped =
        dumped_page(program, tuning_page({{tuning, tuning}, {Shard{3, 3}}}),
                    "setTimeout(() => document.body.append(observed.join(), 'Counted: ', "
                    "['figure', '.line-of', '#result tbody tr', '#settings-of tbody tr']"
                    ".map(what => document.querySelectorAll(what).length).join()), 1000);");
    CAPTURE(dumped);
    const agon::test::Run page{0, dumped};
    CHECK(page.says(">Counted: 2,4,2,1")); // and no error before it
    CHECK(page.says("2 of 6 iterations, 16 games: +16 =0 -0."));
    CHECK(page.says("Missing: shards 3/3"));
    CHECK(page.says("option.x&lt;/script&gt;"));
}

TEST_CASE("with more than two engines a report has the rating list as a figure") {
    const std::string program = agon::test::chromium();
    if (program.empty()) {
        MESSAGE("SKIPPED: no chromium is installed");
        return;
    }
    MatchHistory match = agon::test::two_pairs();
    Json third = match.settings["engines"][1];
    third["name"] = "C";
    match.settings["engines"].push_back(third);
    match.settings.erase("sprt");
    for (auto& [number, game] : match.games)
        if (number > 2) std::ranges::replace(game.names, std::string("B"), std::string("C"));
    const Json page = report_json(match);
    // A won both games against B, and 1.5 of 2 against C, so B is the last.
    REQUIRE(page["ranks"].size() == 3);
    CHECK(page["ranks"][0]["name"] == "A");
    CHECK(page["ranks"][1]["name"] == "C");
    CHECK(page["ranks"][2]["name"] == "B");
    double sum = 0;
    for (const Json& rank : page["ranks"]) {
        sum += rank["rating"][0].get<double>();
        CHECK(rank["rating"][1].get<double>() > 1);
    }
    CHECK(sum == doctest::Approx(0).scale(0.001));
    const auto lines = observed(program, match);
    CHECK(lines.count("fault") == 0);
    std::vector<std::string> figures;
    for (auto [at, end] = lines.equal_range("figure"); at != end; ++at)
        figures.push_back(at->second);
    REQUIRE(figures.size() == 2);
    CHECK(figures[0] == "Elo from all results, average 0, with 95 % intervals");
    // A row for each engine: its name with the rating, and a mark, the best one rightmost.
    std::vector<std::string> rows;
    for (auto [at, end] = lines.equal_range("rating"); at != end; ++at) rows.push_back(at->second);
    REQUIRE(rows.size() == 3);
    CHECK(rows[0].starts_with("A: "));
    CHECK(rows[1].starts_with("C: "));
    CHECK(rows[2].starts_with("B: "));
    double last = 1e9;
    for (const std::string& row : rows) {
        const double at = std::stod(row.substr(row.find('|') + 1));
        CHECK(at < last);
        last = at;
    }
}
