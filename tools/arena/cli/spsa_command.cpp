#include "engine/path_text.hpp"
#include "tools/arena/cli/commands.hpp"

#include "protocol/cli/build_report.hpp"
#include "protocol/cli/program.hpp"
#include "protocol/cli/terminal.hpp"
#include "protocol/cli/values.hpp"
#include "protocol/record/distinct_files.hpp"
#include "protocol/record/output_file.hpp"
#include "tools/arena/cli/engine_arguments.hpp"
#include "tools/arena/cli/match_arguments.hpp"
#include "tools/arena/tuning/parameters.hpp"
#include "tools/arena/tuning/run_tuning.hpp"
#include "tools/arena/tuning/spsa.hpp"
#include "tools/arena/tuning/tunings.hpp"
#include "tools/arena/web/page.hpp"
#include "tools/arena/web/tuning_page.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iostream>
#include <limits>
#include <map>

namespace agon::arena {
namespace {

using program::UsageError;
using program::Words;

constexpr std::size_t USUAL_GAMES = 8;      // of an iteration
constexpr std::size_t USUAL_INTERVAL = 100; // iterations between tables

const Words OWN{"param", "iterations", "games-per-iteration", "ratinginterval", "report"};
/// Options of a match, read in the same way.
const Words OF_MATCH{"engine",       "each",        "variant",  "openings",
                     "srand",        "concurrency", "maxmoves", "force-concurrency",
                     "use-affinity", "draw",        "resign",   "refuges",
                     "illegal",      "recover",     "stall",    "trust",
                     "journal",      "shard",       "log"};

void refuse_others(const Words& words) {
    Words known;
    for (const auto* names : {&OWN, &OF_MATCH})
        for (const std::string& name : *names) known.push_back('-' + name);
    for (const std::string& word : words) {
        const bool option = word.size() > 1 && word[0] == '-' && (word[1] < '0' || word[1] > '9');
        if (option &&
            std::ranges::find(known, word.starts_with("--") ? word.substr(1) : word) == known.end())
            throw program::unknown("option", word, known, "agon-match spsa");
    }
}

/// Removes the values of an option from the words. Returns nullopt if it is not given.
std::optional<std::string> take_one(Words& words, const std::string& name) {
    const auto groups = take_groups(words, name);
    if (groups.empty()) return std::nullopt;
    if (groups.back().size() != 1)
        throw program::unexpected('-' + name, "one value",
                                  fmt::format("{}", fmt::join(groups.back(), " ")));
    return groups.back().front();
}

std::size_t take_number(Words& words, const std::string& name, std::size_t otherwise,
                        std::size_t least) {
    const auto text = take_one(words, name);
    return text ? program::number<std::size_t>('-' + name, *text, least, 1'000'000'000) : otherwise;
}

ParameterWords read_param(const Words& words) {
    ParameterWords param;
    const std::map<std::string, std::optional<int>*> integers{
        {"start", &param.start}, {"min", &param.least}, {"max", &param.most}};
    const std::map<std::string, std::optional<double>*> reals{{"c_end", &param.c_end},
                                                              {"r_end", &param.r_end}};
    for (const std::string& word : words) {
        if (word.find('=') == std::string::npos) {
            param.names.push_back(word);
            continue;
        }
        const auto [key, value] = key_value("-param", word);
        const std::string what = "-param " + key;
        if (const auto integer = integers.find(key); integer != integers.end())
            *integer->second = program::number<int>(what, value, std::numeric_limits<int>::min());
        else if (const auto real = reals.find(key); real != reals.end())
            *real->second = program::number<double>(what, value, 1e-9, 1e9);
        else if (key == "name")
            param.names.push_back(value);
        else
            throw program::unknown("key of -param", key,
                                   {"name", "start", "min", "max", "c_end", "r_end"},
                                   "agon-match spsa");
    }
    if (param.names.empty()) throw UsageError("-param needs the name of an option, or all");
    return param;
}

/// The words of a match of the engine, once for each side.
Words match_words(Words words) {
    const auto engines = take_groups(words, "engine");
    if (engines.size() != 1)
        throw UsageError(
            fmt::format("spsa tunes one engine: expected one -engine, got {}", engines.size()));
    EngineConfig engine;
    for (const std::string& word : engines.front()) {
        const auto [key, value] = key_value("-engine", word);
        read_engine(engine, key, value);
    }
    name_engine(engine);
    Words unnamed = engines.front();
    std::erase_if(unnamed, [](const std::string& word) { return word.starts_with("name="); });
    for (const char* const side : {"", "/2"}) {
        words.emplace_back("-engine");
        words.insert(words.end(), unnamed.begin(), unnamed.end());
        words.push_back("name=" + engine.name + side);
    }
    return words;
}

struct TuningArguments {
    TuningSettings settings;            ///< without the parameters
    std::vector<ParameterWords> params; ///< to be completed by make_parameters()
    std::string page;                   ///< or empty
    Words warnings;                     ///< as MatchArguments has them
};

/// Throws program::UsageError naming the wrong option.
TuningArguments parse_tuning_arguments(Words words) {
    refuse_others(words);
    TuningArguments arguments;
    for (const Words& param : take_groups(words, "param"))
        arguments.params.push_back(read_param(param));
    if (arguments.params.empty())
        throw UsageError("-param is missing; see 'agon-match spsa --help'");
    SpsaSettings& spsa = arguments.settings.spsa;
    spsa.iterations = take_number(words, "iterations", 0, 1);
    if (spsa.iterations == 0)
        throw UsageError("-iterations is missing; see 'agon-match spsa --help'");
    const std::size_t games = take_number(words, "games-per-iteration", USUAL_GAMES, 2);
    if (games % 2 != 0)
        throw program::unexpected("-games-per-iteration", "an even number", std::to_string(games));
    spsa.pairs = games / 2;
    const std::size_t interval = take_number(words, "ratinginterval", USUAL_INTERVAL, 0);
    if (const auto page = take_one(words, "report")) {
        const auto [key, value] = key_value("-report", *page);
        if (key != "file" || value.empty())
            throw program::unexpected("-report", "file=PAGE.html", *page);
        program::check_directory("-report file", value);
        arguments.page = value;
    }
    MatchSettings& match = arguments.settings.match;
    MatchArguments parsed = parse_match_arguments(match_words(std::move(words)));
    match = std::move(parsed.settings);
    arguments.warnings = std::move(parsed.warnings);
    match.rating_interval = interval;
    spsa.seed = match.openings.seed;
    if (match.shard) spsa.shard = *match.shard;
    if (match.journal.empty()) throw UsageError("-journal file=FILE is missing");
    if (match.concurrency > games)
        throw UsageError(fmt::format("-concurrency {} is more than the {} games of an iteration; "
                                     "only those run at the same time",
                                     match.concurrency, games));
    return arguments;
}

std::string_view tuning_help() {
    return R"(agon-match spsa -engine KEY=VALUE... -param NAME... -iterations N -journal file=FILE [OPTIONS]
tunes numbers of an engine by matches against itself (SPSA)

In each iteration one side plays with all parameters moved up or down at random, the other with the
opposite; then all move a little toward the side that scored better. The same command resumes the
tuning from its journal, however it ended. `report` and `merge` read that journal too.

-param NAME... [start=N] [min=N] [max=N] [c_end=X] [r_end=X]
                       spin options of the engine to tune. Start and bounds are by default the
                       engine's. `all`: every spin but Hash, Threads and the like; a later -param
                       overrides earlier ones
    c_end              how far the sides are moved at the end: by default a twentieth of the range,
                       at least 0.5
    r_end              how far one point moves a parameter at the end, in units of c_end (0.002)
-iterations N          number of iterations
-games-per-iteration N an even number (8); only the games of one iteration run at the same time
-ratinginterval N      iterations between tables (100); 0 for none
-report file=PAGE.html a page with the course of each parameter, written with each table
-srand N               seed of the directions, the rounding and the order of openings (0)
--shard I/N            the I-th of N independent tunings, with its own random numbers
-engine -each -variant -openings -concurrency -force-concurrency -use-affinity -draw -resign
-maxmoves -illegal -recover -stall -trust -journal -log
                       as in a match: see 'agon-match --help'
-h, --help             this text
--version              version, and how it was built

Examples:
  agon-match spsa -engine cmd=agon-tune tc=1+0.01 option.Hash=16 -param all r_end=0.01
      -iterations 2500 -concurrency 2 -journal file=tune.jsonl -report file=tune.html
      -openings file=build/release/books/standard.epd format=epd order=random
  agon-match spsa -engine cmd=agon-tune nodes=5000 -param LATE_ACTIONS LATE_DEPTH
      -param REDUCTION_BASE min=100 max=400 c_end=20 -iterations 1000 -journal file=late.jsonl
  agon-match merge tune-1.jsonl tune-2.jsonl
)";
}

} // namespace

int spsa_command(const std::vector<std::string>& words) {
    if (program::answer_help("agon-match", words, tuning_help())) return 0;
    TuningArguments arguments = parse_tuning_arguments(words);
    for (const std::string& warning : arguments.warnings)
        std::cerr << "Warning: " << warning << std::endl;
    TuningSettings& settings = arguments.settings;
    settings.match.bar = program::is_terminal(program::Stream::Errors);
    const EngineConfig& engine = settings.match.engines.front();
    require_distinct(settings.match.inputs, {{"-journal", settings.match.journal},
                                             {"-log", settings.match.log},
                                             {"-report", path_of(arguments.page)}});
    std::optional<OutputFile> page;
    if (!arguments.page.empty()) page.emplace(path_of(arguments.page), page::PAGE_KIND);
    settings.spsa.parameters = make_parameters(
        arguments.params, ask_spins(engine, settings.match.rules.options()), engine.options);
    return run_tuning(settings, std::cout, std::cerr, [&page](const Tunings& tunings) {
        if (page) page->write(tuning_page(tunings));
    });
}

} // namespace agon::arena
