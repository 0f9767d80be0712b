#include "engine/error.hpp"
#include "protocol/cli/build_report.hpp"
#include "protocol/cli/program.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/result.hpp"
#include "tools/arena/check/conduct_checks.hpp"
#include "tools/arena/cli/commands.hpp"
#include "tools/arena/cli/engine_arguments.hpp"

#include <algorithm>
#include <array>
#include <iostream>
#include <map>
#include <regex>

namespace agon::arena {
namespace {

constexpr std::string_view HELP =
    R"(agon-match check cmd=PROGRAM [proto=uci|ugi] [args="..."] [dir=DIRECTORY] [name=NAME]
                 [option.NAME=VALUE...] [refusal=stop|allow] [timeout=SECONDS] [only=CHECK...]
checks whether an engine follows its protocol; shows a transcript of each failure

Each check runs in its own process. It prints `ok CHECK`, `skip CHECK: why` if the engine
lacks something optional, or `FAIL CHECK (GRADE): what was expected and what came` with the
transcript: `>` before a line sent to the engine, `<` before a line from it. A repeated failure
only names the check that failed first. Grades: every arena depends on the checks that are
`needed`; the rest are `good manners`. The exit status is 0 if all needed checks passed, else 1.

timeout=SECONDS   limit for an answer that must come at once (2); five times that for the greeting
only=CHECK        only this check; may be repeated
refusal=allow     go on without an option that the engine lacks or refuses (stop)
option.UCI_Variant, Setup and VariantPath choose the rules for the checks; classic unless given
-h, --help        this text
--version         version, and how it was built

Examples:
  agon-match check cmd=./mybot
  agon-match check cmd=python3 args=bot.py proto=ugi option.UCI_Variant=bloody-queen
  agon-match check cmd=./mybot only=ponderhit only=noise timeout=5
)";

/// A separate check: whether the engine has the options that a match without -trust needs.
constexpr const char* HANDSHAKE_CHECK = "handshake"; // always made
constexpr const char* OPTIONS_CHECK = "match-options";

/// Keys of an engine that a check uses, beside the options. A file of `conf=` may hold others.
constexpr std::array<std::string_view, 7> KEYS = {"cmd",  "conf",  "dir",    "args",
                                                  "name", "proto", "refusal"};

constexpr int START_FACTOR = 5; ///< times `patience` for an engine that starts

struct CheckArguments {
    EngineConfig engine;
    MatchRules rules;
    Milliseconds patience{2000}; ///< twenty times the longest time in the conduct table
    std::vector<std::string> only;

    [[nodiscard]] bool wants(std::string_view check) const {
        return only.empty() || std::ranges::find(only, check) != only.end();
    }
};

MatchRules rules_of(EngineOptions& options) {
    const auto take = [&](const std::string& name) {
        std::string value;
        std::erase_if(options, [&](const auto& option) {
            if (option.first == name) value = option.second;
            return option.first == name;
        });
        return value;
    };
    const std::string variant = take("UCI_Variant");
    const std::string setup = take("Setup"), path = take("VariantPath");
    return read_rules("option.UCI_Variant", variant, "option.Setup", setup, path);
}

CheckArguments parse_check(const std::vector<std::string>& words) {
    CheckArguments args;
    for (const std::string& word : words) {
        if (word.starts_with('-'))
            throw program::unknown("option", word, {"--help", "--version"}, "agon-match check");
        const auto pair = key_value("check", word);
        const std::string &key = pair.first, &value = pair.second;
        if (key == "timeout")
            args.patience = read_some_seconds(key, value);
        else if (key == "only")
            args.only.push_back(value);
        else if (key.starts_with("option.") || std::ranges::find(KEYS, key) != KEYS.end())
            read_engine(args.engine, key, value);
        else {
            EngineConfig unused; // an unknown key has its own error
            read_engine(unused, key, value);
            throw program::UsageError(key + "=: only for matches; see 'agon-match check --help'");
        }
    }
    name_engine(args.engine);
    args.engine.start_limit = START_FACTOR * args.patience;
    program::Words checks{HANDSHAKE_CHECK, OPTIONS_CHECK};
    for (const ConductCheck& check : conduct_checks()) checks.emplace_back(check.name);
    for (const std::string& name : args.only)
        static_cast<void>(program::choice("only", name, checks));
    try {
        args.rules = rules_of(args.engine.options);
    } catch (const Error& error) {
        throw program::UsageError(error.what());
    }
    return args;
}

class Report {
public:
    enum class Result : std::uint8_t { Passed, Failed, Skipped };

    void passed(std::string_view check) {
        ++counts_[Result::Passed];
        std::cout << "ok " << check << std::endl;
    }
    void skipped(std::string_view check, std::string_view why) {
        ++counts_[Result::Skipped];
        std::cout << "skip " << check << ": " << why << std::endl;
    }
    void failed(std::string_view check, Grade grade, std::string_view row, const std::string& why,
                const Conversation& conversation) {
        ++counts_[Result::Failed];
        needed_failed_ |= grade == Grade::Needed;
        std::cout << "FAIL " << check << " (" << to_text(grade) << "): ";
        const auto [first, is_new] = causes_.emplace(cause_of(why), check);
        if (!is_new) {
            std::cout << "the same as " << first->second << std::endl;
            return;
        }
        std::cout << why << '\n';
        if (!row.empty()) std::cout << "# conduct: " << row << '\n';
        for (const std::string& line : conversation.transcript()) std::cout << line << '\n';
        std::cout << std::flush;
    }
    /// The last line, and the exit status.
    int finish() {
        std::cout << counts_[Result::Passed] << " passed, " << counts_[Result::Failed]
                  << " failed, " << counts_[Result::Skipped] << " skipped";
        if (counts_[Result::Failed] != 0)
            std::cout << (needed_failed_ ? "; no arena can work with it" : "; an arena can use it");
        std::cout << (needed_failed_ || !needs_trust_ ? ""
                      : counts_[Result::Failed] == 0  ? "; an arena can use it with -trust"
                                                      : " with -trust")
                  << std::endl;
        return needed_failed_ ? 1 : 0;
    }
    /// The engine lacks options of a match.
    void needs_trust() { needs_trust_ = true; }

private:
    /// A failure without its quoted words and times, which differ from check to check.
    static std::string cause_of(const std::string& why) {
        constexpr const char* SILENCE = "expected an 'info string'"; // of whatever fault
        if (why.starts_with(SILENCE)) return SILENCE;
        static const std::regex QUOTED("'[^']*'( or '[^']*')*"), TIME("[0-9.]+ s\\b");
        return std::regex_replace(std::regex_replace(why, QUOTED, "''"), TIME, "s");
    }

    std::map<Result, int> counts_;
    bool needed_failed_ = false;
    bool needs_trust_ = false;
    std::map<std::string, std::string> causes_; ///< the first check with each cause of failure
};

/// False if the engine does not greet, so that nothing else can be checked.
bool check_greeting(const CheckArguments& args, Report& report) {
    Conversation conversation(args.engine, args.rules, args.patience);
    try {
        conversation.greet();
    } catch (const Misconduct& fault) {
        report.failed(HANDSHAKE_CHECK, Grade::Needed, "", fault.what(), conversation);
        return false;
    }
    report.passed(HANDSHAKE_CHECK);
    for (const std::string& refusal : conversation.refusals())
        report.skipped("option", "it " + refusal);
    std::string lacking, lines;
    for (const auto& [name, value, fault] : conversation.options().gaps(args.rules.options())) {
        lacking += (lacking.empty() ? "" : ", ") + name + (fault ? " " + value : "");
        if (!fault) lines += "# to list it: " + option_line(name, value) + '\n';
    }
    if (!lacking.empty()) report.needs_trust();
    if (!args.wants(OPTIONS_CHECK)) return true;
    if (lacking.empty()) {
        report.passed(OPTIONS_CHECK);
        return true;
    }
    report.skipped(OPTIONS_CHECK,
                   fmt::format("it lists no {}, so a match needs -trust; checked under {}", lacking,
                               args.rules.variant));
    std::cout << lines << std::flush;
    return true;
}

void run_check(const ConductCheck& check, const CheckArguments& args, Report& report) {
    Conversation conversation(args.engine, args.rules, args.patience);
    try {
        conversation.greet();
        check.script(conversation);
        if (check.survives) conversation.expect_ready();
        report.passed(check.name);
    } catch (const NotApplicable& reason) {
        report.skipped(check.name, reason.what());
    } catch (const Misconduct& fault) {
        report.failed(check.name, check.grade, check.row, fault.what(), conversation);
    }
}

} // namespace

int check_command(const std::vector<std::string>& words) {
    if (program::answer_help("agon-match", words, HELP)) return 0;
    if (words.empty()) throw program::UsageError("cmd= is missing; see 'agon-match check --help'");
    const CheckArguments args = parse_check(words);
    Report report;
    if (check_greeting(args, report))
        for (const ConductCheck& check : conduct_checks())
            if (args.wants(check.name)) run_check(check, args, report);
    return report.finish();
}

} // namespace agon::arena
