// agon-match check as a user runs it: the engine itself, and a mock with one fault at a time.
#include "tests/support/arena.hpp"

#include <map>
#include <set>
#include <vector>

using agon::test::Run;
using agon::test::Running;

namespace {

/// The lines that begin with `prefix`.
std::vector<std::string> lines(const Run& run, const std::string& prefix) {
    auto found = support::lines_of(run.output);
    std::erase_if(found, [&](const std::string& line) { return !line.starts_with(prefix); });
    return found;
}

Run check(const std::string& arguments) { return agon::test::run("check " + arguments); }

std::string mock(const std::string& arguments, const std::string& more = "") {
    const std::string protocol = arguments.substr(0, 3);
    return "cmd=" AGON_BIN "/mock_engine proto=" + protocol + " 'args=" + arguments + "' " + more;
}

Run check_mock(const std::string& arguments, const std::string& more = "") {
    return check(mock(arguments, more));
}

const std::string PATIENT = " timeout=20"; // a busy machine may answer late
const std::string AGON_BY_UCI = "cmd=" AGON_BIN "/agon" + PATIENT;
const std::string AGON_BY_UGI = "cmd=" AGON_BIN "/agon proto=ugi" + PATIENT;
const std::string BLOODY_MOCK =
    "cmd=" AGON_BIN "/mock_engine option.UCI_Variant=bloody-queen" + PATIENT;
const std::string UGI_MOCK = "cmd=" AGON_BIN "/mock_engine args=ugi proto=ugi "
                             "option.Setup=placement option.UCI_Variant=same-ring" +
                             PATIENT;
const std::string UCI_PADDED = mock("uci padded", PATIENT);
const std::string UGI_PADDED = mock("ugi padded", PATIENT);
const std::string NO_OPTIONS = mock("uci no-options", PATIENT);
const std::string MUTE = mock("uci mute", "timeout=2");

/// All checks of an engine take seconds, in which it thinks or nothing comes, so those of all
/// engines run side by side, from the first that is asked for.
Run check_whole(const std::string& engine) {
    static auto running = [] {
        std::map<std::string, Running> started;
        for (const std::string& one : {MUTE, AGON_BY_UCI, AGON_BY_UGI, BLOODY_MOCK, UGI_MOCK,
                                       UCI_PADDED, UGI_PADDED, NO_OPTIONS})
            started.emplace(one, agon::test::start("check " + one));
        return started;
    }();
    return running.at(engine).finish();
}

void check_all_pass(const std::string& engine) {
    const Run run = check_whole(engine);
    CAPTURE(run.output);
    CHECK(run.status == 0);
    CHECK(run.says(" passed, 0 failed, "));
    CHECK(lines(run, "FAIL").empty());
    CHECK(lines(run, "ok ").size() >= 28);
}

} // namespace

TEST_CASE("agon passes every check by UCI") { check_all_pass(AGON_BY_UCI); }
TEST_CASE("agon passes every check by UGI") { check_all_pass(AGON_BY_UGI); }
TEST_CASE("the mock conforms, by other rules too") { check_all_pass(BLOODY_MOCK); }
TEST_CASE("the mock conforms by UGI and with placements too") { check_all_pass(UGI_MOCK); }

TEST_CASE("white space around the words of an engine does not matter") {
    check_all_pass(UCI_PADDED);
    check_all_pass(UGI_PADDED);
}

TEST_CASE("each fault is found by the check of its name, with a transcript") {
    struct Case {
        const char* behaviour; ///< of the mock
        const char* check;
        const char* report;
    };
    const Case cases[] = {
        {"uci silent", "", "FAIL handshake (needed): expected uciok within "},
        {"uci die-handshake", "",
         "FAIL handshake (needed): expected uciok; came its end (exited with"},
        {"uci illegal 3", "whole-game",
         "FAIL whole-game (needed): expected a legal action after bestmove; came 'a1l11' is "
         "illegal"},
        {"uci illegal", "captured-pieces",
         "FAIL captured-pieces (needed): expected a legal action"},
        {"uci twice", "whole-game",
         "FAIL whole-game (needed): expected readyok; came a second "
         "bestmove to one go, 'bestmove "},
        {"uci nothing", "movetime-0",
         "FAIL movetime-0 (good manners): expected a legal action after bestmove"},
        {"uci stall", "clock-0",
         "FAIL clock-0 (good manners): expected a bestmove within 2 s; came nothing"},
        {"uci die-move", "clock-negative",
         "FAIL clock-negative (good manners): expected a bestmove; came its end (killed by signal "
         "9 (Killed))"},
        {"ugi ponder-move", "whole-game",
         "FAIL whole-game (needed): expected 'bestmove' and one action"},
        {"ugi wrong-turn", "queries",
         "FAIL queries (good manners): expected 'response true' to query p1turn; came 'response "
         "false'"},
        {"uci answers-stop", "idle-stop",
         "FAIL idle-stop (good manners): expected readyok; came 'bestmove "},
        {"uci impatient", "infinite-waits",
         "FAIL infinite-waits (good manners): expected no bestmove yet; came 'bestmove "},
        {"uci impatient", "ponderhit",
         "FAIL ponderhit (good manners): expected no bestmove yet; came 'bestmove "},
        {"uci deaf", "isready-while-searching",
         "FAIL isready-while-searching (good manners): expected readyok within 2 s; came "
         "nothing"},
        {"uci refuses", "queue-overtaken",
         "FAIL queue-overtaken (good manners): expected a bestmove within 2.1 s; came nothing"},
        {"uci ignore-quit", "quit-while-searching",
         "FAIL quit-while-searching (good manners): expected an exit with status 0 within 2 s; "
         "came no end"},
        {"uci bad-status", "quit-while-searching", "came its end (exited with status 3)"},
        {"uci ignore-end", "end-of-input",
         "FAIL end-of-input (good manners): expected an exit with status 0"},
        {"uci mute", "unknown-command",
         "FAIL unknown-command (good manners): expected an 'info string' that"},
        {"uci mute", "clock-faulty",
         "FAIL clock-faulty (good manners): expected an 'info string' that names"},
        {"uci mute", "searchmoves-illegal",
         "FAIL searchmoves-illegal (good manners): expected an 'info str"},
        {"uci mute", "hash-too-large",
         "FAIL hash-too-large (good manners): expected an 'info string' that"},
        {"uci half-position", "illegal-action",
         "FAIL illegal-action (good manners): expected a legal action after bestmove; came "},
        {"uci dies-of-faults", "bad-position",
         "FAIL bad-position (good manners): expected a bestmove; came its "},
    };
    // Only what does not come must be waited for, all at the same time.
    const std::set<std::string> silent{"uci stall",       "uci deaf",       "uci refuses",
                                       "uci ignore-quit", "uci ignore-end", "uci mute"};
    const auto start = [](const Case& fault, const std::string& timeout) {
        const std::string only = *fault.check ? std::string("only=") + fault.check : "";
        return agon::test::start("check " + mock(fault.behaviour, timeout + ' ' + only));
    };
    std::map<const Case*, Running> waiting;
    for (const Case& fault : cases)
        if (silent.contains(fault.behaviour)) waiting.emplace(&fault, start(fault, "timeout=2"));
    for (const Case& fault : cases) {
        CAPTURE(fault.behaviour);
        CAPTURE(fault.check);
        const auto started = waiting.find(&fault);
        const bool greets = std::string(fault.behaviour) != "uci silent";
        const Run run = started != waiting.end()
                            ? started->second.finish()
                            : start(fault, greets ? PATIENT : "timeout=0.5").finish();
        CAPTURE(run.output);
        CHECK(run.says(fault.report));
        CHECK(lines(run, "FAIL").size() == 1);
        CHECK(run.says(" passed, 1 failed, "));
        const bool needed = run.says(" (needed): ");
        CHECK(run.status == (needed ? 1 : 0));
        CHECK(run.says(needed ? "; no arena can work with it\n" : "; an arena can use it\n"));
        // `>` is the direction to the engine.
        CHECK(!lines(run, "> uci").empty() != (fault.behaviour[1] == 'g'));
    }
}

TEST_CASE("one cause is reported once, and bad manners do not by themselves fail an engine") {
    const Run run = check_whole(MUTE);
    CAPTURE(run.output);
    CHECK(run.status == 0);
    // It is silent when it should name a fault. Only the first report has a transcript.
    const auto failures = lines(run, "FAIL ");
    REQUIRE(failures.size() > 5);
    CHECK(failures[0].starts_with("FAIL clock-faulty (good manners): expected an 'info string'"));
    for (std::size_t i = 1; i < failures.size(); ++i)
        CHECK(failures[i].ends_with(" (good manners): the same as clock-faulty"));
    CHECK(lines(run, "# conduct: ").size() == 1);
}

TEST_CASE("what an engine may lack is skipped, with a reason") {
    const Run run = check_whole(NO_OPTIONS);
    CAPTURE(run.output);
    CHECK(run.status == 0);
    CHECK(lines(run, "skip ") ==
          std::vector<std::string>{
              "skip match-options: it lists no UCI_Variant, Setup, RepetitionLimit, "
              "NoProgressLimit, so a match needs -trust; checked under classic",
              "skip queries: UCI has no query", "skip ponderhit: it lists no option Ponder",
              "skip ponder-stop: it lists no option Ponder",
              "skip hash-too-large: it lists no option Hash"});
}

TEST_CASE("a check of an engine without the match's options lists what to add, and names -trust") {
    const Run run = check_mock("uci no-options", "timeout=20 only=whole-game only=match-options");
    CAPTURE(run.output);
    CHECK(run.status == 0);
    CHECK(lines(run, "# to list it: ") ==
          std::vector<std::string>{
              "# to list it: option name UCI_Variant type combo default classic var classic",
              "# to list it: option name Setup type combo default standard var standard",
              "# to list it: option name RepetitionLimit type spin default 3 min 0 max 1000000",
              "# to list it: option name NoProgressLimit type spin default 100 min 0 max 1000000"});
    CHECK(run.output.ends_with(" 0 failed, 1 skipped; an arena can use it with -trust\n"));
    CHECK(check_mock("uci no-options", "timeout=20 only=finished-game only=movetime-0")
              .output.ends_with("; an arena can use it with -trust\n"));
    CHECK_FALSE(check_mock("uci", "timeout=20 only=whole-game").says("trust"));
}

TEST_CASE("an engine that does not flush its output is reported") {
    const agon::test::TemporaryFolder folder;
    const std::string bot = folder / "bot";
    agon::test::write_file(bot, "while read -r line; do case $line in uci) echo uciok;; "
                                "isready) echo readyok;; esac; done >" +
                                    bot + ".out\ncat " + bot + ".out\n");
    const Run run = check("cmd=sh args=" + bot + " timeout=0.1");
    CAPTURE(run.output);
    CHECK(
        run.says("FAIL handshake (needed): expected uciok within 0.5 s; came nothing of the kind; "
                 "it came when the input ended: it does not flush its output"));
    CHECK_FALSE(check_mock("uci silent", "timeout=0.1").says("flush"));
}

TEST_CASE("a check tests an engine only with the given options") {
    for (const char* words : {"option.Hash=abc", "option.EvalFile=nosuch.net"}) {
        const Run run = check("cmd=" AGON_BIN "/agon only=whole-game " + std::string(words));
        CAPTURE(run.output);
        CHECK(run.status == 1);
        CHECK(run.says("agon-match: agon refuses " + std::string(words) + ": "));
    }
    const Run lacks = check("cmd=" AGON_BIN "/agon only=whole-game option.Hsh=1");
    CAPTURE(lacks.output);
    CHECK(lacks.status == 1);
    CHECK(lacks.says("agon-match: agon has no option Hsh (did you mean 'Hash'?)"));
    CHECK(check("cmd=" AGON_BIN "/agon only=whole-game option.SyzygyPath=x").status == 0);
    const Run allowed =
        check("cmd=" AGON_BIN "/agon only=whole-game option.Hsh=1 option.Hash=abc refusal=allow");
    CAPTURE(allowed.output);
    CHECK(allowed.status == 0);
    CHECK(allowed.says("skip option: it has no option Hsh (did you mean 'Hash'?)\n"));
    CHECK(allowed.says("skip option: it refuses option.Hash=abc: "));
    CHECK(allowed.says("ok whole-game\n"));
}

TEST_CASE("a check plays by the rules that were asked for") {
    const agon::test::TemporaryFolder folder;
    const std::string rules = folder / "rules.ini", sent = folder / "sent";
    agon::test::write_file(rules, "[edge:kanare]\nplacement = outer-ring\nsetup = placement\n");
    const std::string own = "option.VariantPath=" + rules + " option.UCI_Variant=edge";
    const Run plays = check("cmd=" AGON_BIN "/agon only=whole-game only=match-options " + own);
    CAPTURE(plays.output);
    CHECK(plays.status == 0);
    CHECK(plays.says("ok match-options\nok whole-game\n"));
    const Run none = check("cmd=" AGON_BIN "/agon only=handshake option.VariantPath=/nope");
    CHECK(none.status == 2); // the check reads it first
    // It knows only `classic`: it is asked for the rules, and told what is missing.
    const Run narrow = check_mock("uci narrow", "timeout=20 only=match-options "
                                                "option.UCI_Variant=ham");
    CAPTURE(narrow.output);
    CHECK(lines(narrow, "skip ") ==
          std::vector<std::string>{"skip match-options: it lists no UCI_Variant ham, so a match "
                                   "needs -trust; checked under ham"});
    CHECK(narrow.output.ends_with("; an arena can use it with -trust\n"));
    // Names are case-insensitive.
    CHECK(check("cmd=" AGON_BIN "/agon only=whole-game option.uci_variant=bloody-queen "
                "option.setup=placement")
              .status == 0);
}

TEST_CASE("the handshake can be checked without the rest") {
    CHECK(check("cmd=" AGON_BIN "/agon only=handshake").output ==
          "ok handshake\n1 passed, 0 failed, 0 skipped\n");
}

TEST_CASE("a transcript can be pasted: long lines and long passages are cut short") {
    const Run run = check_mock("uci mute", "timeout=2 only=noise");
    CAPTURE(run.output);
    CHECK(run.says("... (1048576 bytes)"));
    for (const std::string& line : lines(run, "")) {
        CHECK(line.size() < 300);
        CHECK((line.empty() || line.find_first_not_of(" ") == 0));
    }
    CHECK(lines(run, "# conduct: noise: ").size() == 1);
}

TEST_CASE("the arguments of a check are checked") {
    const auto refused = [](const std::string& arguments, const std::string& words) {
        const Run run = check(arguments);
        CAPTURE(run.output);
        CHECK(run.status == 2);
        CHECK(run.says(words));
    };
    refused("proto=uci", "-engine needs cmd=");
    refused("cmd=x only=nothing", "only: expected one of handshake match-options ");
    refused("cmd=x nonsense", "check: expected KEY=VALUE, got 'nonsense'");
    refused("cmd=x option.UCI_Variant=chess", "chess");
    refused("cmd=x timeout=soon", "timeout: expected seconds, such as 10 or 0.1, got 'soon'");
    for (const std::string word : {"tc=1+0.1", "nodes=5", "ponder=true", "restart=true"})
        refused("cmd=x " + word,
                "agon-match: " + word.substr(0, word.find('=')) + "=: only for matches; see ");
    refused("", "cmd= is missing");
    refused("'cmd=python3 bot.py'",
            "-engine cmd: there is no program 'python3 bot.py'; its arguments "
            "belong in args: cmd=python3 args=\"bot.py\"");
    const Run none = check("cmd=/no/such/program");
    CHECK(none.status == 1);
    CHECK(none.says("cannot start '/no/such/program'"));
}
