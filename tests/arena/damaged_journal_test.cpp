// Journals of matches and of tunings with a value that is absent or of another type. They are read,
// or refused with the file, the line and the key.
#include "engine/notation/notation.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/result.hpp"
#include "tests/support/arena.hpp"
#include "tests/support/damaged_json.hpp"
#include "tools/arena/journal/games_as_match.hpp"
#include "tools/arena/journal/journal_settings.hpp"
#include "tools/arena/journal/journals.hpp"
#include "tools/arena/tuning/tuning.hpp"
#include "tools/arena/tuning/tunings.hpp"
#include "tools/arena/web/report.hpp"
#include "tools/arena/web/tuning_page.hpp"

#include <algorithm>
#include <functional>

using namespace agon;
using namespace agon::arena;
using agon::test::damaged;
using agon::test::TemporaryFolder;

namespace {

EngineConfig whole_engine(const std::string& name) {
    EngineConfig engine;
    engine.name = name;
    engine.command = {"prog", {"a", "b"}, "/"};
    engine.time_control = parse_time_control("10+0.1");
    engine.time_control.nodes = 1000;
    engine.time_control.depth = 5;
    engine.time_control.margin = Milliseconds(3);
    engine.stall_limit = Milliseconds(1500);
    engine.options = {{"Hash", "1"}};
    return engine;
}

MatchSettings whole_settings() {
    MatchSettings settings;
    settings.engines = {whole_engine("A"), whole_engine("B")};
    settings.rules.variant = "classic";
    settings.rules.setup = "standard";
    settings.schedule.rounds = 1;
    settings.sprt = SprtSettings{0, 10, 0.05, 0.05, SprtModel::Logistic};
    settings.adjudication.max_moves = 500;
    settings.shard = parse_shard("1/2");
    return settings;
}

GameRecord whole_game() {
    GameRecord record;
    record.number = 1;
    record.round = 1;
    record.names = {"A", "B"};
    const RuleSet rules;
    record.first = setup_position(rules, rules.setup);
    ActionRecord action;
    action.move = parse_move("a1b2");
    action.evaluation = {.kind = Evaluation::Kind::Centipawns, .value = 7};
    action.evaluation.depth = 2;
    action.evaluation.nodes = 4;
    action.evaluation.lines = {"x"};
    record.actions = {action};
    record.verdict = {Result::WhiteWins, Termination::Normal, "why", {}};
    return record;
}

/// Writes the lines with each damage in turn to a file, calls `use`, and checks its message.
void check_damage(const std::vector<Json>& lines,
                  const std::function<void(const std::string&)>& use) {
    const TemporaryFolder folder;
    const std::string file = folder / "a.jsonl";
    const auto fault_with = [&](const std::vector<Json>& written) {
        std::ofstream out(file);
        for (const Json& line : written) out << line.dump() << '\n';
        out.close();
        return support::fault_of([&] { use(file); });
    };
    REQUIRE(fault_with(lines) == "");
    std::size_t refused = 0;
    for (std::size_t i = 0; i < lines.size(); ++i)
        for (const auto& damage : damaged(lines[i])) {
            std::vector<Json> written = lines;
            written[i] = damage.json;
            const std::string fault = fault_with(written);
            INFO("line ", i + 1, ", ", damage.what, ": ", fault);
            if (fault.empty()) continue;
            ++refused;
            // Valid but different settings may only show when a later line contradicts them.
            CHECK((fault.starts_with(file + ":1: ") || fault.starts_with(file + ":2: ")));
            CHECK(fault.find("exception") == std::string::npos);
            CHECK(fault.find("optional") == std::string::npos);
            CHECK(std::ranges::none_of(fault, [](unsigned char c) { return c < ' '; }));
        }
    CHECK(refused > 200);
}

} // namespace

TEST_CASE("a journal whose values are absent or of another type is refused in plain words") {
    const Json header{{"journal", 1},
                      {"settings", settings_json(whole_settings(), {})},
                      {"log", ""},
                      {"pgn_begin", 0},
                      {"epd_begin", 0}};
    check_damage({header, to_json(whole_game())}, [](const std::string& file) {
        (void)report_page(read_journals({file}));
        (void)games_of(read_journals({file}));
    });
    const TemporaryFolder folder;
    Json without = header;
    without["settings"].erase("engines");
    agon::test::write_file(folder / "a.jsonl", without.dump() + '\n');
    CHECK(support::fault_of([&] { (void)read_journals({folder / "a.jsonl"}); }) ==
          (folder / "a.jsonl") + ":1: the key 'engines' is missing");
    without["settings"]["engines"] = 7;
    agon::test::write_file(folder / "a.jsonl", without.dump() + '\n');
    CHECK(support::fault_of([&] { (void)read_journals({folder / "a.jsonl"}); }) ==
          (folder / "a.jsonl") + ":1: engines: expected a list, got 7");
}

TEST_CASE("a tuning whose values are absent or of another type is refused in plain words") {
    SpsaSettings spsa;
    spsa.parameters = {{"X", 10, 0, 20, 2, 0.002}};
    spsa.iterations = 4;
    spsa.pairs = 1;
    const TemporaryFolder folder;
    TuningFile tuning(folder / "t.jsonl", tuning_settings_json(whole_settings(), {}, spsa));
    tuning.finish({0, 1, 1});
    std::vector<Json> lines;
    JsonLinesReader reader(folder / "t.jsonl");
    while (auto line = reader.next()) lines.push_back(std::move(*line));
    check_damage(lines, [](const std::string& file) { (void)tuning_page(read_tunings({file})); });
}
