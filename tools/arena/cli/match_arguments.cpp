#include "tools/arena/cli/match_arguments.hpp"

#include "engine/error.hpp"
#include "engine/game/refuges.hpp"
#include "engine/game/seal.hpp"
#include "engine/path_text.hpp"
#include "protocol/cli/options.hpp"
#include "protocol/cli/values.hpp"
#include "protocol/os/machine.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/packed_text.hpp"
#include "tools/arena/cli/engine_arguments.hpp"
#include "tools/arena/cli/http_arguments.hpp"
#include "tools/arena/cli/sprt_arguments.hpp"
#include "tools/arena/conversation/cores.hpp"
#include "tools/arena/journal/journal_settings.hpp"
#include "tools/arena/schedule/make_schedule.hpp"
#include "tools/arena/schedule/schedule.hpp"

#include <algorithm>
#include <boost/algorithm/string/predicate.hpp>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <utility>

namespace agon::arena {
namespace {

using program::UsageError;
using program::Words;
using Pairs = std::vector<std::pair<std::string, std::string>>; ///< KEY=VALUE
/// Reads a value. `what` is the option as typed, and its key if it has one: "-draw score".
using Take = program::Options::Take;
/// Reads the values of an option.
using Read = std::function<void(const std::string& option, const Words& values)>;

/// Options of fastchess that are ignored, apart from -tb*, and their replacements here.
const std::map<std::string, std::string> UNSUPPORTED{
    {"-affinity", "-use-affinity pins engines to processors"},
    {"-show-latency", ""},
    {"-crc32", ""},
    {"-config", "the journal replaces it: the same command resumes the match, see -journal"},
    {"-output", "statistics always have fastchess's format, with pairs if there are any"},
    {"-report", "pairs are always counted; 'agon-match report' makes a page"},
    {"-strict", "an invalid command line is always refused"},
    {"-strict-mode", "an invalid command line is always refused"},
    {"-autosaveinterval", "each finished game is in the journal at once"},
    {"-reverse", ""},
    {"-check-mate-pvs", ""},
    {"-debug", "-log file=FILE keeps every line"},
    {"-startup-ms", ""},
    {"-ucinewgame-ms", "-stall limits it"},
    {"-ping-ms", "-stall limits it"}};

constexpr std::size_t MAX_ROUNDS = 10'000'000;

template<class Variable>
Take number(Variable& variable, program::Count<Variable> least,
            program::Count<Variable> most = std::numeric_limits<program::Count<Variable>>::max()) {
    return [&variable, least, most](const std::string& what, const std::string& value) {
        variable = program::number<program::Count<Variable>>(what, value, least, most);
    };
}

Take truth(bool& variable) {
    return [&variable](const std::string& what, const std::string& value) {
        variable = program::truth(what, value);
    };
}

Take text(std::string& variable) {
    return [&variable](const std::string&, const std::string& value) { variable = value; };
}

Take file(std::filesystem::path& variable) {
    return [&variable](const std::string&, const std::string& value) { variable = path_of(value); };
}

template<class Value>
Words names_of(const std::map<std::string, Value>& values) {
    Words names;
    for (const auto& [name, value] : values) names.push_back(name);
    return names;
}

/// Reads one of the names and sets its value.
template<class Value>
Take choice(Value& variable, std::map<std::string, Value> values) {
    return
        [&variable, values = std::move(values)](const std::string& what, const std::string& value) {
            variable = values.at(program::choice(what, value, names_of(values)));
        };
}

std::string joined(const Words& words) { return fmt::format("{}", fmt::join(words, " ")); }

Read one(Take take) {
    return [take = std::move(take)](const std::string& option, const Words& values) {
        if (values.size() != 1) throw program::unexpected(option, "one value", joined(values));
        take(option, values[0]);
    };
}

Read flag(bool& variable, bool value = true) {
    return [&variable, value](const std::string& option, const Words& values) {
        if (!values.empty()) throw program::unexpected(option, "no value", joined(values));
        variable = value;
    };
}

/// `-pgnout match_line=` may be repeated, no other key.
Pairs key_values(const std::string& option, const Words& words) {
    Pairs pairs;
    for (const std::string& word : words) {
        pairs.push_back(key_value(option, word));
        const std::string& key = pairs.back().first;
        const auto is = [&](const auto& pair) { return boost::iequals(pair.first, key); };
        if (key != "match_line" && std::ranges::count_if(pairs, is) > 1)
            throw UsageError(fmt::format("{} {}= is given twice", option, key));
    }
    return pairs;
}

using Keys = std::map<std::string, Take>;

/// Reads KEY=VALUE words by these keys. Those in `needed` must be present.
void read_keys(const std::string& option, const Words& words, const Keys& keys,
               const Words& needed) {
    std::set<std::string> found;
    for (const auto& [key, value] : key_values(option, words)) {
        const auto take = keys.find(key);
        if (take == keys.end())
            throw program::unknown("key of " + option, key, names_of(keys), "agon-match");
        take->second(option + ' ' + key, value);
        if (!value.empty()) found.insert(key);
    }
    for (const std::string& key : needed)
        if (!found.contains(key)) throw UsageError(fmt::format("{} needs {}=", option, key));
}

Read keyed(Keys keys, Words needed) {
    return [keys = std::move(keys), needed = std::move(needed)](
               const auto& option, const auto& values) { read_keys(option, values, keys, needed); };
}

Read all_words(std::string& variable) {
    return [&variable](const std::string& option, const Words& values) {
        if (values.empty()) throw program::unexpected(option, "some text", "");
        variable = joined(values);
    };
}

class Reader {
public:
    MatchArguments read(const Words& words) {
        const auto options = this->options();
        std::set<std::string> given;
        // First, since other options override its values.
        if (const auto quick = std::ranges::find(words, "-quick"); quick != words.end())
            read_quick({quick + 1, std::find_if(quick + 1, words.end(), is_option)});
        for (std::size_t i = 0; i < words.size();) {
            const std::string& option = words[i++];
            Words values;
            while (i < words.size() && !is_option(words[i])) values.push_back(words[i++]);
            const auto found = options.find(option == "--shard" ? "-shard" : option);
            if (found != options.end()) {
                if (!given.insert(found->first).second && found->first != "-engine" &&
                    found->first != "-each")
                    throw UsageError(option + " is given twice");
                found->second(option, values);
            } else if (const auto other = UNSUPPORTED.find(option); other != UNSUPPORTED.end())
                warn(option + ": unsupported option, ignored" +
                     (other->second.empty() ? "" : "; " + other->second));
            else if (option.starts_with("-tb"))
                warn(option + ": unsupported option, ignored");
            else
                throw program::unknown("option", option, names_of(options), "agon-match");
        }
        check_openings();
        make_engines();
        finish_records();
        set_concurrency();
        return std::move(result_);
    }

private:
    /// "-5" is a number.
    static bool is_option(const std::string& word) {
        return word.size() > 1 && word[0] == '-' && (word[1] < '0' || word[1] > '9');
    }

    void warn(const std::string& text) {
        if (std::ranges::find(result_.warnings, text) == result_.warnings.end())
            result_.warnings.push_back(text);
    }

    /// A key of fastchess that is ignored.
    [[nodiscard]] Take unsupported() {
        return [this](const std::string& what, const std::string&) {
            warn(what + "=: unsupported, ignored");
        };
    }
    /// `append`: new records always come after the old ones.
    [[nodiscard]] Take always_appends() {
        return [this](const std::string& what, const std::string& value) {
            if (!program::truth(what, value))
                warn(what + "=false: unsupported, records are appended");
        };
    }
    /// A key of fastchess for something that always holds here.
    static void accept(const std::string&, const std::string&) {}

    [[nodiscard]] std::map<std::string, Read> options() {
        MatchSettings& settings = result_.settings;
        settings.adjudication.max_moves = USUAL_MAX_MOVES;
        settings.usual_limit = true;
        ScheduleSettings& schedule = settings.schedule;
        OpeningSettings& openings = settings.openings;
        using Format = OpeningSettings::Format;
        return {
            {"-engine",
             [this](const auto& option, const Words& values) {
                 engines_.push_back(key_values(option, values));
             }},
            {"-each",
             [this](const auto& option, const Words& values) {
                 std::ranges::move(key_values(option, values), std::back_inserter(each_));
             }},
            {"-variant", one(text(variant_))},
            {"-quick", [](const auto&, const auto&) {}}, // has been read
            {"-tournament", // fastchess writes roundrobin, cutechess-cli round-robin
             one(choice<TournamentType>(schedule.type, {{"roundrobin", TournamentType::RoundRobin},
                                                        {"round-robin", TournamentType::RoundRobin},
                                                        {"gauntlet", TournamentType::Gauntlet},
                                                        {"knockout", TournamentType::Knockout},
                                                        {"swiss", TournamentType::Swiss}}))},
            {"-seeds", one(number(seeds_, 1))},
            {"-rounds", one(number(schedule.rounds, 1, MAX_ROUNDS))},
            {"-games", one(number(games_, 1))},
            {"-repeat",
             [this](const auto& option, const Words& values) {
                 if (!values.empty() && values != Words{"2"}) // cutechess-cli takes a number
                     throw program::unexpected(option, "2 or no value", joined(values));
                 repeat_ = true;
             }},
            {"-noswap", flag(schedule.swap, false)},
            {"-concurrency", one([this, &settings](const auto& what, const auto& value) {
                 fill_cores_ = value == "max";
                 if (!fill_cores_) number(settings.concurrency, 1)(what, value);
             })},
            {"-wait", one([&settings](const auto& what, const auto& value) {
                 settings.wait = Milliseconds(program::number<int>(what, value, 0));
             })},
            {"-force-concurrency", flag(force_concurrency_)},
            {"-use-affinity",
             [this](const auto& option, const Words& values) {
                 if (values.size() > 1)
                     throw program::unexpected(option, "one list of processors", joined(values));
                 try {
                     affinity_ =
                         values.empty() ? platform::own_cores() : parse_cores(values.front());
                 } catch (const Error& error) {
                     throw UsageError(option + ": " + error.what());
                 }
             }},
            {"-openings",
             keyed({{"file", file(openings.file)},
                    {"format",
                     choice<Format>(openings.format, {{"epd", Format::Epd}, {"pgn", Format::Pgn}})},
                    {"order",
                     choice<bool>(openings.random, {{"random", true}, {"sequential", false}})},
                    {"plies",
                     [this, &openings](const auto& what, const auto& value) {
                         number(openings.plies, 0)(what, value);
                         plies_given_ = true;
                     }},
                    {"start", number(openings.start, 1)},
                    {"policy", // cutechess-cli calls it an encounter too
                     choice<bool>(settings.opening_by_round,
                                  {{"default", false}, {"encounter", false}, {"round", true}})}},
                   {"file"})},
            {"-srand", one(number(openings.seed, 0))},
            {"-draw",
             [&settings](const auto& option, const Words& values) {
                 DrawRule& rule = settings.adjudication.draw.emplace();
                 read_keys(option, values,
                           {{"movenumber", number(rule.move_number, 0)},
                            {"movecount", number(rule.move_count, 1)},
                            {"score", number(rule.score, 0)}},
                           {"movecount", "score"});
             }},
            {"-resign",
             [&settings](const auto& option, const Words& values) {
                 ResignRule& rule = settings.adjudication.resign.emplace();
                 read_keys(option, values,
                           {{"movecount", number(rule.move_count, 1)},
                            {"score", number(rule.score, 1)},
                            {"twosided", truth(rule.two_sided)}},
                           {"score"});
             }},
            {"-maxmoves", one([&settings](const auto& what, const auto& value) {
                 number(settings.adjudication.max_moves, 0)(what, value);
                 if (settings.adjudication.max_moves == 0) settings.adjudication.max_moves.reset();
                 settings.usual_limit = false;
             })},
            {"-refuges", flag(settings.adjudication.refuges)},
            {"-illegal",
             one(choice<TouchRule>(touch_, {{"forfeit-game", TouchRule::ForfeitGame},
                                            {"forfeit-turn", TouchRule::ForfeitTurn}}))},
            {"-sprt",
             [&settings](const auto& option, const Words& values) {
                 const Pairs pairs = key_values(option, values);
                 settings.sprt = read_sprt(option, values);
                 for (const char* const key : {"elo0", "elo1"})
                     if (std::ranges::count(pairs, key, &Pairs::value_type::first) == 0)
                         throw UsageError(fmt::format("{} needs {}=", option, key));
             }},
            {"-scoreinterval", one(number(settings.score_interval, 0))},
            {"-ratinginterval", one(number(settings.rating_interval, 0))},
            {"-recover", flag(settings.recover)},
            {"-stall", one([this](const auto& what, const auto& value) {
                 stall_ = read_some_seconds(what, value);
             })},
            {"-trust", flag(trust_)},
            // Our records always have what fastchess's `nodes` and `seldepth` ask for.
            {"-pgnout", keyed({{"file", file(settings.pgn)},
                               {"match_line", [this](auto&, auto& value) { keep_lines(value); }},
                               {"append", always_appends()},
                               {"nodes", accept},
                               {"seldepth", accept},
                               {"nps", truth(kept_details_.nps)},
                               {"hashfull", truth(kept_details_.hashfull)},
                               {"tbhits", unsupported()},
                               {"timeleft", unsupported()},
                               {"latency", truth(kept_details_.latency)},
                               {"pv", unsupported()},
                               {"min", unsupported()},
                               {"notation", unsupported()}},
                              {"file"})},
            {"-journal", keyed({{"file", file(settings.journal)}}, {"file"})},
            {"-shard", one([&settings](const auto&, const auto& value) {
                 settings.shard = parse_shard(value);
             })},
            {"-epdout",
             keyed({{"file", file(settings.epd)}, {"append", always_appends()}}, {"file"})},
            {"-log", // every line is logged, and at once
             keyed({{"file", file(settings.log)},
                    {"append", truth(settings.append_log)},
                    {"level", accept},
                    {"engine", accept},
                    {"realtime", accept},
                    {"compress", unsupported()}},
                   {"file"})},
            {"-http",
             [this](const auto& option, const Words& values) {
                 ServerSettings& http = result_.http.emplace();
                 for (const auto& [key, value] : key_values(option, values))
                     read_http(http, key, value);
             }},
            {"-event", all_words(settings.pgn_tags.event)},
            {"-site", all_words(settings.pgn_tags.site)},
            {"-testEnv", flag(test_mode_)}, // fastchess's own
        };
    }

    /// fastchess's shortcut for a match of two engines: cmd=A cmd=B book=FILE.
    void read_quick(const Words& words) {
        MatchSettings& settings = result_.settings;
        Words names;
        for (const std::string& word : words) {
            const auto [key, value] = key_value("-quick", word);
            if (key == "book" && !settings.openings.file.empty())
                throw UsageError("-quick book= is given twice");
            if (key == "cmd") {
                EngineConfig engine;
                engine.command.program = value;
                name_engine(engine);
                names.push_back(engine.name);
                engines_.push_back({{"cmd", value}, {"name", engine.name}});
            } else if (key == "book") {
                settings.openings.file = path_of(value);
                settings.openings.format = book_format(settings.openings.file);
                settings.openings.random = true;
            } else {
                throw program::unknown("key of -quick", key, {"cmd", "book"}, "agon-match");
            }
        }
        if (names.size() != 2) throw UsageError("-quick needs two cmd=");
        if (settings.openings.file.empty()) throw UsageError("-quick needs book=");
        if (names[0] == names[1])
            for (std::size_t i = 0; i < 2; ++i) engines_[i].back().second += std::to_string(i + 1);
        each_.emplace_back("tc", "10+0.1");
        settings.schedule.rounds = 25000;
        const std::size_t processors = platform::usable_processors();
        settings.concurrency = processors > 3 ? processors - 2 : 1;
        settings.recover = true;
        settings.adjudication.draw = DrawRule{30, 8, 8};
    }

    static OpeningSettings::Format book_format(const std::filesystem::path& file) {
        const std::filesystem::path ending = unpacked_name(file).extension();
        if (ending == u8".pgn") return OpeningSettings::Format::Pgn;
        if (ending == u8".epd") return OpeningSettings::Format::Epd;
        throw program::unexpected("-quick book", "a file that ends in .epd or .pgn", utf8_of(file));
    }

    void keep_lines(const std::string& pattern) {
        try {
            kept_lines_.push_back({pattern, std::regex(pattern)});
        } catch (const std::regex_error&) {
            throw program::unexpected("-pgnout match_line", "a regular expression", pattern);
        }
    }

    void check_openings() {
        MatchSettings& settings = result_.settings;
        if (repeat_ && games_.value_or(2) != 2)
            throw UsageError(
                fmt::format("-repeat is the same as -games 2 and contradicts -games {}", *games_));
        if (games_) settings.schedule.games = *games_;
        if (repeat_) settings.schedule.games = 2;
        if (plies_given_ && settings.openings.format == OpeningSettings::Format::Epd)
            warn("-openings plies=: ignored, since a position of an EPD file has no actions");
    }

    void finish_records() {
        MatchSettings& settings = result_.settings;
        if (settings.opening_by_round && settings.schedule.type == TournamentType::Knockout)
            throw UsageError(
                "-openings policy=round needs a round-robin, a gauntlet or a Swiss: in "
                "a knockout the encounters of a round would be the same games");
        if (const RuleSet& rules = settings.rules.rules;
            settings.adjudication.refuges && !refuges_of(rules).throne && !has_seals(rules))
            throw UsageError("-refuges: no refuge and no seal is proved under the rules " +
                             settings.rules.variant + " (arena.md, Referee)");
        if (settings.journal.empty() && !settings.pgn.empty())
            settings.journal = std::filesystem::path(settings.pgn).replace_extension(u8".jsonl");
        if (settings.journal == settings.pgn && !settings.pgn.empty())
            throw UsageError("-pgnout and -journal name the same file: " + utf8_of(settings.pgn));
        if (settings.shard && settings.schedule.type != TournamentType::RoundRobin &&
            settings.schedule.type != TournamentType::Gauntlet)
            throw UsageError("--shard needs a round-robin or a gauntlet: in other tournaments the "
                             "next games depend on all results");
        if (settings.shard && settings.journal.empty())
            throw UsageError("--shard needs -journal file= or -pgnout file=: 'agon-match merge' "
                             "reads the journals of the parts");
        adopt_journal_limit(settings);
        if (touch_ == TouchRule::ForfeitTurn && settings.rules.limits.no_progress == 0 &&
            !settings.adjudication.max_moves)
            throw UsageError(
                "-illegal forfeit-turn with option.NoProgressLimit=0 needs -maxmoves, otherwise "
                "engines could forfeit turns forever");
    }

    void make_engines() {
        MatchSettings& settings = result_.settings;
        std::map<std::string, std::string> of_match;
        for (const Pairs& words : engines_) {
            EngineConfig engine;
            engine.trust = trust_;
            engine.stall_limit = stall_;
            engine.kept_lines = kept_lines_;
            engine.kept_details = kept_details_;
            for (const auto* pairs : {&std::as_const(each_), &words})
                for (const auto& [key, value] : *pairs) read_engine(engine, key, value);
            finish(engine);
            for (const char* const name : MATCH_OPTIONS) {
                const auto found =
                    std::ranges::find(engine.options, name, &EngineOptions::value_type::first);
                if (found == engine.options.end()) continue;
                const auto [other, is_new] = of_match.emplace(name, found->second);
                if (!is_new && other->second != found->second)
                    throw UsageError("option." + std::string(name) + " is '" + other->second +
                                     "' and '" + found->second + "': a match can have only one");
                engine.options.erase(found);
            }
            settings.engines.push_back(std::move(engine));
        }
        settings.schedule.engines = settings.engines.size();
        if (seeds_) settings.schedule.seeds = *seeds_;
        static_cast<void>(make_schedule(settings.schedule)); // throws if it cannot be played
        if (settings.sprt && settings.engines.size() != 2)
            throw UsageError("-sprt is a test of two engines");
        const TournamentType type = settings.schedule.type;
        if (settings.sprt && (type == TournamentType::Knockout || type == TournamentType::Swiss))
            throw UsageError("-sprt needs games that do not depend on results: a round-robin");
        if (seeds_ && type != TournamentType::Gauntlet)
            throw UsageError("-seeds needs -tournament gauntlet");
        std::set<std::string> names;
        for (const EngineConfig& engine : settings.engines)
            if (!names.insert(engine.name).second)
                throw UsageError("two engines are called " + engine.name +
                                 "; name= tells them apart");
        make_rules(of_match);
    }

    void make_rules(std::map<std::string, std::string>& options) {
        DrawLimits limits;
        if (const auto& text = options["RepetitionLimit"]; !text.empty())
            limits.repetition = program::number<int>("option.RepetitionLimit", text, 0);
        if (const auto& text = options["NoProgressLimit"]; !text.empty())
            limits.no_progress = program::number<int>("option.NoProgressLimit", text, 0);
        const bool own = variant_ != "standard";
        result_.settings.rules = read_rules(own ? "-variant" : "option.UCI_Variant",
                                            own ? variant_ : options["UCI_Variant"], "option.Setup",
                                            options["Setup"], options["VariantPath"], limits);
        result_.settings.inputs = {result_.settings.openings.file, path_of(options["VariantPath"])};
        result_.settings.rules.touch = touch_;
    }

    static void finish(EngineConfig& engine) {
        name_engine(engine);
        if (!engine.time_control.bounded())
            throw UsageError("engine " + engine.name + " needs tc=, st=, nodes= or depth=");
    }

    void set_concurrency() {
        std::size_t threads = 1;
        bool ponder = false;
        for (const EngineConfig& engine : result_.settings.engines) {
            ponder |= engine.ponder;
            for (const auto& [name, value] : engine.options)
                if (name == "Threads")
                    threads =
                        std::max(threads, program::number<std::size_t>("option.Threads", value, 1));
        }
        const std::size_t cores = platform::usable_processors();
        if (fill_cores_) result_.settings.concurrency = std::max<std::size_t>(1, cores / threads);
        if (!force_concurrency_ && result_.settings.concurrency * threads > cores)
            throw UsageError(
                fmt::format("-concurrency {} with {} threads each needs {} processors, and this "
                            "program may use {}; -force-concurrency allows it",
                            result_.settings.concurrency, threads,
                            result_.settings.concurrency * threads, cores));
        if (affinity_) share_out(*affinity_, threads * (ponder ? 2 : 1));
    }

    /// Gives each concurrent game its own processors. Its two engines share them, since only one
    /// thinks at a time unless one ponders.
    void share_out(const Cores& cores, std::size_t each) {
        const std::size_t games = result_.settings.concurrency;
        if (games * each > cores.size())
            throw UsageError(fmt::format("-use-affinity: {} games of {} processors each need {}, "
                                         "but there are {}",
                                         games, each, games * each, cores.size()));
        for (auto first = cores.begin(); result_.settings.cores.size() < games;
             first += static_cast<std::ptrdiff_t>(each))
            result_.settings.cores.emplace_back(first, first + static_cast<std::ptrdiff_t>(each));
    }

    MatchArguments result_;
    std::vector<Pairs> engines_;
    Pairs each_;
    std::string variant_ = "standard";
    Milliseconds stall_{60'000};
    std::optional<std::size_t> seeds_;
    TouchRule touch_ = TouchRule::ForfeitGame;
    std::vector<KeptLine> kept_lines_;
    KeptDetails kept_details_;
    std::optional<std::size_t> games_; ///< of an encounter, if given
    bool repeat_ = false;
    bool plies_given_ = false;
    bool test_mode_ = false; ///< has no effect
    bool trust_ = false;
    bool force_concurrency_ = false;
    bool fill_cores_ = false;
    std::optional<Cores> affinity_;
};

} // namespace

MatchArguments parse_match_arguments(const Words& words) {
    try {
        return Reader().read(words);
    } catch (const Error& error) { // from a parser of another folder
        throw UsageError(error.what());
    }
}

} // namespace agon::arena
