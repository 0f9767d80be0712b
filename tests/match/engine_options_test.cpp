// What becomes of option.NAME=VALUE: no refusal is unseen, and no information is taken for one.
#include "tests/support/arena.hpp"
#include "tools/arena/conversation/engine_text.hpp"

using namespace agon::test;
using namespace agon::match;

namespace {

OfferedOption option(const char* line) {
    auto read = read_option(line);
    REQUIRE(read);
    return *read;
}

/// The words of a match of our engine, quick and with these options.
std::string agon_match(const std::string& options) {
    return "-engine cmd=" AGON_BIN "/agon name=A " + options +
           " -engine cmd=" AGON_BIN "/agon name=B -each nodes=1 -rounds 1 -games 1 -maxmoves 1";
}

} // namespace

TEST_CASE("a line that lists an option is read whole") {
    const OfferedOption spin = option("option name Hash type spin default 16 min 1 max 1024");
    CHECK(spin.name == "Hash");
    CHECK(spin.type == "spin");
    CHECK(spin.least == 1);
    CHECK(spin.most == 1024);
    const OfferedOption combo = option(
        "option name Analysis Contempt type combo default Both  Sides var Off var Both Sides");
    CHECK(combo.name == "Analysis Contempt");
    CHECK(combo.choices == std::vector<std::string>{"Off", "Both Sides"});
    CHECK(option("option name File type string default min 3 var x").choices.empty());
    CHECK(option("option name Clear Hash type button").type == "button");
    CHECK_FALSE(read_option("option name type spin"));
    CHECK_FALSE(read_option("info string option name x type spin"));
}

TEST_CASE("a value is of the listed type, within bounds, or one of the names") {
    const OfferedOption spin = option("option name Hash type spin default 16 min 1 max 1024");
    for (const char* good : {"1", "16", "1024"}) CHECK_FALSE(value_fault(spin, good));
    for (const char* bad :
         {"abc", "0", "1025", "-1", "1.5", "", " 16", "16 ", "+16", "0x10", "99999999999999999999"})
        CHECK(value_fault(spin, bad) ==
              "expected an integer from 1 to 1024, got '" + std::string(bad) + "'");
    CHECK_FALSE(value_fault(option("option name X type spin default 0"), "-5"));
    const OfferedOption check = option("option name Ponder type check default false");
    for (const char* good : {"true", "false", "True"}) CHECK_FALSE(value_fault(check, good));
    for (const char* bad : {"on", "1", "", "maybe"})
        CHECK(value_fault(check, bad) == "expected true or false, got '" + std::string(bad) + "'");
    const OfferedOption combo = option("option name Style type combo default Solid var Solid var "
                                       "Very Risky");
    for (const char* good : {"solid", "Solid", "VERY RISKY"}) CHECK_FALSE(value_fault(combo, good));
    CHECK(value_fault(combo, "risky") == "expected one of Solid Very Risky, got 'risky'");
    CHECK_FALSE(value_fault(option("option name X type combo default a"), "b")); // lists none
    const OfferedOption button = option("option name Clear Hash type button");
    CHECK_FALSE(value_fault(button, ""));
    CHECK(value_fault(button, "5") == "expected no value, since it is a button, got '5'");
    CHECK(setoption_text(button, "true") == "setoption name Clear Hash");
    CHECK(setoption_text(spin, "5") == "setoption name Hash value 5");
    CHECK_FALSE(value_fault(option("option name EvalFile type string default <empty>"), "any"));
}

TEST_CASE("a refusal is told from information") {
    const auto refuses = [](const char* line, const char* value) {
        const auto reply = read_option_reply(line, value);
        return reply && reply->refuses;
    };
    for (const char* line : {
             "info string setoption: EvalFile: cannot read 'x.net'",
             "info string setoption name Hash",
             "info string ERROR: The network file x.net was not loaded successfully.",
             "info string Hash: no memory for 4096 MB",
             "info string Could not open x.net",
             "info string couldn't open x.net",
             "info string Invalid value for Threads",
             "info string x.net not found",
             "info string Threads must be at most 4",
             "info string unknown option Foo",
             "info string failed to load the book",
             "info string Hash out of range",
             "No such option: Foo", // Stockfish
             "error: bad value",
         }) {
        CAPTURE(line);
        CHECK(refuses(line, "x.net"));
    }
    for (const char* line : {
             "info string NNUE evaluation using nn-1c0000000000.nnue (133MiB, (22528, 3072, 15))",
             "info string Using 4 threads",
             "info string Using 4 out of 8 cores",
             "info string Available processors: 0-3",
             "info string Found 145 WDL and 145 DTZ tablebase files (up to 5-man).",
             "info string Hash table allocation: Windows large pages not used.",
             "info string CPU does not have AVX512: using AVX2",
             "info string badger.net is the network in use",
             "info string errorless.net loaded",
             "info depth 1 score cp 0 pv unknown",
             "info string ",
             "hello",
             "",
         }) {
        CAPTURE(line);
        CHECK_FALSE(refuses(line, "x.net"));
    }
    // The value is no word of the engine's.
    CHECK_FALSE(refuses("info string network /nets/wrong one.net in use", "/nets/wrong one.net"));
    CHECK(read_option_reply("info string Using 4 threads", "4")->words == "Using 4 threads");
    CHECK_FALSE(read_option_reply("hello", "4"));
}

TEST_CASE("no refusal of an option of our engine is unseen") {
    const Run greeting = run_shell("printf 'uci\\nquit\\n' | " AGON_BIN "/agon");
    int options = 0;
    for (const std::string& line : support::lines_of(greeting.output)) {
        const auto listed = read_option(line);
        if (!listed) continue;
        ++options;
        std::vector<std::string> values{"no-such-value"};
        if (listed->type == "string") values = {"/no/such/folder/file"};
        if (listed->type == "spin") {
            values.push_back(std::to_string(listed->least.value() - 1));
            values.push_back(std::to_string(listed->most.value() + 1));
        }
        for (const std::string& value : values) {
            const std::string words = "option." + listed->name + '=' + value;
            const Run match = run(agon_match("'" + words + "'"));
            CAPTURE(words);
            CAPTURE(match.output);
            CHECK(match.status != 0);
            CHECK_FALSE(match.says("Finished"));
            // Those of the rules are the match's own: read before an engine starts.
            if (match.status == 1)
                CHECK((match.says("agon-match: engine A refuses " + words + ": ") ||
                       match.says("agon-match: engine A does not start: option " + listed->name +
                                  " of this match: expected ")));
        }
    }
    CHECK(options >= 15);
}

TEST_CASE("a refusal ends the match with the engine's words, unless allowed") {
    const std::string bad = "option.EvalFile=nosuch.net";
    const Run match = run(agon_match(bad));
    CAPTURE(match.output);
    CHECK(match.status == 1);
    CHECK(
        match.says("agon-match: engine A refuses option.EvalFile=nosuch.net: setoption: EvalFile: "
                   "cannot read nosuch.net: "));
    CHECK(match.says("; refusal=allow lets it play"));
    const Run recovering = run(agon_match(bad) + " -recover");
    CHECK(recovering.status == 1); // that is for engines that break down
    const Run allowed = run(agon_match(bad + " refusal=allow option.Hash=abc"));
    CAPTURE(allowed.output);
    CHECK(allowed.status == 0);
    CHECK(allowed.count("Warning: A: refuses option.EvalFile=nosuch.net: ") == 1);
    CHECK(allowed.count("Warning: A: refuses option.Hash=abc: expected an integer from ") == 1);
    check_refused(agon_match("refusal=maybe"), "-engine refusal: expected one of stop allow");
}

TEST_CASE("what an engine says without refusing is a note, once") {
    const Run match = run(engine("A", "uci chatty") + engine("B") +
                          "-each nodes=1 restart=on option.Hash=64 -rounds 2 -maxmoves 1");
    CAPTURE(match.output);
    CHECK(match.status == 0);
    CHECK(match.count("Note: A says to option.Hash=64: Using 64 MB\n") == 1);
    CHECK(match.count("Note: ") == 1); // nothing of the options that the match itself sets
    CHECK_FALSE(match.says("Warning"));
}

TEST_CASE("an engine that refuses late, or in a later process, is seen too") {
    const Run late = run(engine("A", "uci refuses-late") + engine("B") +
                         "-each nodes=1 option.Hash=64 -rounds 1 -maxmoves 1");
    CAPTURE(late.output);
    CHECK(late.status == 1);
    CHECK(late.says("agon-match: engine A refuses option.Hash=64: Hash: cannot allocate 64 MB"));
    const Run third = run(engine("A") + engine("B") + engine("C", "uci refuses-late") +
                          "-each nodes=1 option.Hash=64 -rounds 1 -maxmoves 1");
    CAPTURE(third.output);
    CHECK(third.status == 1);
    CHECK(third.says("agon-match: engine C refuses option.Hash=64: "));
    CHECK_FALSE(third.says("Started game"));
}

TEST_CASE("an engine that lists other rules than the match's does not play them") {
    const std::string narrow = engine("A", "uci narrow") + engine("B") +
                               "-each nodes=1 -rounds 1 "
                               "-maxmoves 1 -variant ham ";
    const Run refused = run(narrow);
    CAPTURE(refused.output);
    CHECK(refused.status == 1);
    CHECK(refused.says("engine A does not start: option UCI_Variant of this match: expected one of "
                       "classic, got 'ham'; -trust lets it play"));
    CHECK(run(narrow + "-trust").says("Warning: A: UCI_Variant: expected one of classic"));
}
