// Journals that are refused because someone has changed them, or because they are not journals.
#include "tests/support/arena.hpp"
#include "tools/arena/journal/journal.hpp"
#include "tools/arena/journal/journal_settings.hpp"
#include "tools/arena/journal/json.hpp"

#include <algorithm>
#include <ctime>

using namespace agon::arena;
using agon::test::replaced;
using agon::test::TemporaryFolder;

namespace {

const std::string HEADER =
    R"({"journal":1,"settings":{"variant":"classic","setup":"standard","RepetitionLimit":3,)"
    R"("NoProgressLimit":100,"rules":{"flank":"line","between":"illegal",)"
    R"("relocation_between":"illegal","relocation_captures":"yes","queen_chooser":"owner",)"
    R"("queen_target":"anywhere","guard_target":"outer-ring","pace":"one-per-turn",)"
    R"("forfeit":"empty-throne","setup":"standard","effect":"relocate"}},"log":"",)"
    R"("pgn_begin":0,"epd_begin":0})";
const std::string GAME =
    R"({"game":1,"round":1,"encounter":0,"white":"A","black":"B","result":"1-0",)"
    R"("termination":"adjudication","reason":"","begun":1000,"ended":2000,)"
    R"("fen":"1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w - - 0 1",)"
    R"("actions":[{"move":"a1b2","us":5,"cp":-7,"depth":2,"seldepth":3,"nodes":4}]})";

/// Why a journal of these two lines is refused, without its name: "2: reason". "" if it is read.
std::string refusal(const std::string& header, const std::string& game) {
    const TemporaryFolder folder;
    const std::string file = folder / "games.jsonl";
    std::ofstream(file) << header << '\n' << game << '\n';
    const std::string fault = support::fault_of([&] {
        JournalReader reader(file);
        while (reader.next()) {
        }
    });
    if (fault.empty()) return "";
    CHECK(fault.starts_with(file + ':'));
    CHECK(std::ranges::none_of(fault, [](unsigned char c) { return c < ' '; }));
    return fault.substr(file.size() + 1);
}

bool refused(const std::string& from, const std::string& to) {
    const bool in_header = HEADER.find(from) != std::string::npos;
    const std::string why = in_header ? refusal(replaced(HEADER, from, to), GAME)
                                      : refusal(HEADER, replaced(GAME, from, to));
    INFO(to, ": ", why);
    CHECK(why.starts_with(in_header ? "1: " : "2: "));
    return why != "";
}

} // namespace

TEST_CASE("an intact journal is read") { CHECK(refusal(HEADER, GAME) == ""); }

TEST_CASE("a rule that is not stored is the default, and one that is unknown is refused by name") {
    const std::string shorter =
        replaced(HEADER, R"("flank":"line","between":"illegal",)", R"("flank":"ring",)");
    CHECK(refusal(shorter, GAME) == "");
    const TemporaryFolder folder;
    std::ofstream(folder / "a.jsonl") << shorter << '\n';
    agon::RuleSet expected;
    expected.flank = agon::Flank::Ring;
    const JournalReader reader(folder / "a.jsonl");
    CHECK(reader.rules().rules == expected);
    // Resuming compares what the rules mean, not how many of them are stored.
    const Json settings = reader.header().settings;
    Json now = settings;
    now["rules"]["between"] = "illegal";
    CHECK(difference(settings, now) == std::nullopt);
    now["rules"]["between"] = "safe";
    CHECK(difference(settings, now) == "rules/between: \"illegal\", now \"safe\"");
    CHECK(refusal(replaced(HEADER, R"("flank":"line")", R"("flonk":"line")"), GAME) ==
          "1: no rule 'flonk'");
    CHECK(refused(R"("flank":"line")", R"("flank":1)"));
    CHECK(refused(R"("rules":{)", R"("rules":null,"x":{)"));
}

TEST_CASE("a first line that is not a journal's is refused") {
    CHECK(refused(R"("journal":1)", R"("journal":"1")"));
    CHECK(refused(R"("journal":1)", R"("journal":2)"));
    CHECK(refused(R"("settings":{)", R"("settings":1,"x":{)"));
}

TEST_CASE("a list is read in a time that grows as its length does") {
    const auto processor_time = [](int actions) {
        std::string text = "[{}";
        for (int i = 1; i < actions; ++i) text += R"(,{"move":"a1a2","us":5})";
        const std::clock_t begin = std::clock();
        CHECK(parse_json(text + ']').size() == static_cast<std::size_t>(actions));
        return std::clock() - begin;
    };
    const std::clock_t one = processor_time(4'000);
    CHECK(processor_time(16 * 4'000) < 4 * 16 * one); // as the square of its length: 16 x 16
}

TEST_CASE("endless nesting is refused") {
    const auto nested = [](std::size_t depth) {
        return std::string(depth, '[') + std::string(depth, ']');
    };
    for (const std::size_t depth : {65UL, 200'000UL}) {
        const std::string lists = nested(depth);
        CHECK(refusal(replaced(HEADER, R"("log":"")", "\"log\":" + lists), GAME) ==
              "1: lists and objects are nested more than 64 deep");
        CHECK(refusal(HEADER, replaced(GAME, R"("reason":"")", "\"reason\":" + lists)) ==
              "2: lists and objects are nested more than 64 deep");
        CHECK(refusal(HEADER, lists) == "2: lists and objects are nested more than 64 deep");
    }
    CHECK(refusal(HEADER, nested(64)) == "2: not a line of a journal");
    CHECK(refusal(HEADER, nested(64).substr(0, 64)) == "2: not a line of a journal");
    CHECK(refusal(HEADER, '"' + nested(200) + '"') == "2: not a line of a journal");
}

TEST_CASE("numbers that do not fit are refused, not truncated") {
    for (const std::string key : {"game", "round"})
        for (const std::string number : {"4294967297", "1.5", "true", "\"1\"", "1e300"})
            CHECK(refused('"' + key + "\":1,", '"' + key + "\":" + number + ','));
    CHECK(refused(R"("encounter":0)", R"("encounter":-1)"));
    CHECK(refused(R"("cp":-7)", R"("cp":-2147483649)"));
    CHECK(refused(R"("nodes":4)", R"("nodes":-4)"));
    CHECK(refused(R"("us":5)", R"("us":9223372036854775808)"));
    CHECK(refused(R"("us":5)", R"("us":-1)"));
    CHECK(refused(R"("pgn_begin":0)", R"("pgn_begin":-1)"));
    CHECK(refused(R"("RepetitionLimit":3)", R"("RepetitionLimit":3.5)"));
}

TEST_CASE("times are those of this clock") {
    CHECK(refused(R"("begun":1000)", R"("begun":9223372036854775807)"));
    CHECK(refused(R"("ended":2000)", R"("ended":-1)"));
}

TEST_CASE("unknown words are quoted in one line") {
    CHECK(refused(R"("setup":"standard")", R"("setup":"a\nb")"));
    CHECK(refused(R"("flank":"line")", R"("flank":"a\nb")"));
    CHECK(refused(R"("result":"1-0")", R"("result":"a\nb")"));
    CHECK(refused(R"("move":"a1b2")", R"("move":"a\u001bb")"));
}

// rules.md section 5 (Custom rules): with `effect = bloody` no key but `setup` is open.
TEST_CASE("the effect bloody leaves only the setup open") {
    CHECK(refused(R"("effect":"relocate")", R"("effect":"bloody")"));
}

// rules.md section 6: a chooser who is not the owner and anyone in the middle of a turn forfeits
// the game, and a game that is over has no turns.
TEST_CASE("a turn is forfeited only if the rules allow it") {
    const std::string forfeited = R"([{"move":"pass","forfeited":"illegal"}])";
    const auto actions = GAME.find("[{");
    const std::string game = GAME.substr(0, actions) + forfeited + '}';
    CHECK(refusal(HEADER, game) == "");
    const std::string first = "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w - - 0 1";
    const auto from = [&](const std::string& position) { return replaced(game, first, position); };
    const std::string opponent =
        replaced(HEADER, R"("queen_chooser":"owner")", R"("queen_chooser":"opponent")");
    const std::string captured = "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w a1 - 0 1";
    CHECK(refusal(HEADER, from(captured)) == "");
    CHECK(refusal(opponent, from(captured)) == "2: no turn can be forfeited there");
    CHECK(refusal(HEADER, from("5q/7/gggggg2/9/4GG4/4G1G4/4GG4/9/8/7/Q5 b - - 0 1")) ==
          "2: no turn can be forfeited there");
}
