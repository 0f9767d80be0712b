#include "tools/match/commands/match_arguments.hpp"

#include "engine/error.hpp"
#include "tools/match/commands/argument_values.hpp"
#include "tools/match/commands/engine_arguments.hpp"
#include "tools/match/schedule/make_schedule.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <thread>
#include <utility>

namespace agon::match {
namespace {

using Words = std::vector<std::string>;
using Pairs = std::vector<std::pair<std::string, std::string>>; ///< KEY=VALUE

/// Options of fastchess that mean nothing here, apart from -tb*.
const std::set<std::string> MEANINGLESS{
    "-use-affinity", "-affinity",         "-show-latency", "-crc32",
    "-quick",        "-config",           "-output",       "-report",
    "-strict-mode",  "-autosaveinterval", "-scoreinterval"};
/// The match's own among the engines' options (MatchRules::options()).
const char* const MATCH_OPTIONS[] = {"VariantPath", "UCI_Variant", "Setup", "RepetitionLimit",
                                     "NoProgressLimit"};

KeptLine kept_line(const std::string& pattern) {
    try {
        return {pattern, std::regex(pattern)};
    } catch (const std::regex_error&) {
        throw Error("-pgnout match_line: '" + pattern + "' is no regular expression");
    }
}

Pairs key_values(const std::string& option, const Words& words) {
    Pairs pairs;
    for (const std::string& word : words) {
        const auto equals = word.find('=');
        if (equals == std::string::npos)
            throw Error(option + ": '" + word + "' is not of the form KEY=VALUE");
        pairs.emplace_back(word.substr(0, equals), word.substr(equals + 1));
    }
    return pairs;
}

/// As key_values(), but `ponder` may stand alone, as for cutechess.
Pairs engine_words(const std::string& option, Words words) {
    std::ranges::replace(words, std::string("ponder"), std::string("ponder=on"));
    return key_values(option, words);
}

class Reader {
public:
    MatchArguments read(const Words& words) {
        for (std::size_t i = 0; i < words.size();) {
            const std::string option = words[i++];
            if (option.empty() || option[0] != '-')
                throw Error("'" + option + "' belongs to no option; --help lists them");
            Words values;
            while (i < words.size() && !words[i].starts_with('-')) values.push_back(words[i++]);
            read_option(option, values);
        }
        make_engines();
        finish_records();
        check_concurrency();
        return std::move(result_);
    }

private:
    void warn(const std::string& text) {
        if (std::ranges::find(result_.warnings, text) == result_.warnings.end())
            result_.warnings.push_back(text);
    }

    static const std::string& one(const std::string& option, const Words& values) {
        if (values.size() != 1) throw Error(option + " takes one value");
        return values[0];
    }

    void read_option(const std::string& option, const Words& values) {
        MatchSettings& settings = result_.settings;
        const auto count = [&](std::size_t least) {
            return number<std::size_t>(one(option, values), option, least);
        };
        if (option == "-engine")
            engines_.push_back(engine_words(option, values));
        else if (option == "-each")
            std::ranges::copy(engine_words(option, values), std::back_inserter(each_));
        else if (option == "-variant")
            variant_ = one(option, values);
        else if (option == "-tournament")
            read_tournament(one(option, values));
        else if (option == "-seeds") {
            settings.schedule.seeds = count(1);
            seeds_given_ = true;
        } else if (option == "-rounds")
            settings.schedule.rounds = count(1);
        else if (option == "-games")
            settings.schedule.games = count(1);
        else if (option == "-repeat")
            settings.schedule.games = 2;
        else if (option == "-noswap")
            settings.schedule.swap = false;
        else if (option == "-concurrency")
            settings.concurrency = count(1);
        else if (option == "-force-concurrency")
            force_concurrency_ = true;
        else if (option == "-openings")
            read_openings(key_values(option, values));
        else if (option == "-srand")
            settings.openings.seed = count(0);
        else if (option == "-draw")
            read_draw(key_values(option, values));
        else if (option == "-resign")
            read_resign(key_values(option, values));
        else if (option == "-maxmoves")
            settings.adjudication.max_moves = number<int>(one(option, values), option, 1);
        else if (option == "-illegal")
            read_touch_rule(one(option, values));
        else if (option == "-sprt")
            read_sprt(key_values(option, values));
        else if (option == "-ratinginterval")
            settings.rating_interval = count(0);
        else if (option == "-recover")
            settings.recover = true;
        else if (option == "-stall")
            stall_ = parse_seconds(one(option, values));
        else if (option == "-trust")
            trust_ = true;
        else if (option == "-pgnout")
            read_pgn(values);
        else if (option == "-journal")
            read_journal(values);
        else if (option == "-shard" || option == "--shard")
            settings.shard = parse_shard(one(option, values));
        else if (option == "-epdout")
            read_epd(values);
        else if (option == "-log")
            read_log(values);
        else if (option == "-event")
            settings.pgn_tags.event = joined(values);
        else if (option == "-site")
            settings.pgn_tags.site = joined(values);
        else if (option == "-testEnv") {
        } // fastchess's own self-test; says nothing to a match
        else if (option.starts_with("-tb") || MEANINGLESS.contains(option))
            warn("option " + option + " means nothing here; ignored");
        else
            throw Error("no option " + option + "; --help lists them");
    }

    static std::string joined(const Words& words) {
        std::string text;
        for (const auto& word : words) text += (text.empty() ? "" : " ") + word;
        return text;
    }

    void read_tournament(const std::string& type) {
        // fastchess writes roundrobin, cutechess-cli round-robin.
        static const std::map<std::string, TournamentType> TYPES{
            {"roundrobin", TournamentType::RoundRobin},
            {"round-robin", TournamentType::RoundRobin},
            {"gauntlet", TournamentType::Gauntlet},
            {"knockout", TournamentType::Knockout},
            {"swiss", TournamentType::Swiss}};
        const auto found = TYPES.find(type);
        if (found == TYPES.end())
            throw Error("-tournament: '" + type +
                        "' is none of roundrobin, gauntlet, knockout, swiss");
        result_.settings.schedule.type = found->second;
    }

    void read_openings(const Pairs& pairs) {
        OpeningSettings& openings = result_.settings.openings;
        for (const auto& [key, value] : pairs) {
            if (key == "file")
                openings.file = value;
            else if (key == "format" && value == "epd")
                openings.format = OpeningSettings::Format::Epd;
            else if (key == "format" && value == "pgn")
                openings.format = OpeningSettings::Format::Pgn;
            else if (key == "order" && (value == "random" || value == "sequential"))
                openings.random = value == "random";
            else if (key == "plies")
                openings.plies = number<int>(value, "-openings plies", 0);
            else if (key == "start")
                openings.start = number<std::size_t>(value, "-openings start", 1);
            else
                throw Error("-openings: no meaning in '" + key + '=' + value + "'");
        }
        if (openings.file.empty()) throw Error("-openings needs file=");
    }

    void read_draw(const Pairs& pairs) {
        DrawRule rule;
        for (const auto& [key, value] : pairs) {
            if (key == "movenumber")
                rule.move_number = number<int>(value, "-draw movenumber", 0);
            else if (key == "movecount")
                rule.move_count = number<int>(value, "-draw movecount", 1);
            else if (key == "score")
                rule.score = number<int>(value, "-draw score", 0);
            else
                throw Error("-draw: no key '" + key + "'");
        }
        result_.settings.adjudication.draw = rule;
    }

    void read_resign(const Pairs& pairs) {
        ResignRule rule;
        bool scored = false;
        for (const auto& [key, value] : pairs) {
            if (key == "movecount")
                rule.move_count = number<int>(value, "-resign movecount", 1);
            else if (key == "score") {
                rule.score = number<int>(value, "-resign score", 1);
                scored = true;
            } else if (key == "twosided")
                rule.two_sided = truth(value, "-resign twosided");
            else
                throw Error("-resign: no key '" + key + "'");
        }
        if (!scored) throw Error("-resign needs score=");
        result_.settings.adjudication.resign = rule;
    }

    void read_touch_rule(const std::string& text) {
        if (text != "forfeit-game" && text != "forfeit-turn")
            throw Error("-illegal: '" + text + "' is neither forfeit-game nor forfeit-turn");
        touch_ = text == "forfeit-turn" ? TouchRule::ForfeitTurn : TouchRule::ForfeitGame;
    }

    void read_sprt(const Pairs& pairs) {
        SprtSettings sprt;
        for (const auto& [key, value] : pairs) {
            if (key == "elo0")
                sprt.elo0 = real(value, "-sprt elo0");
            else if (key == "elo1")
                sprt.elo1 = real(value, "-sprt elo1");
            else if (key == "alpha")
                sprt.alpha = real(value, "-sprt alpha");
            else if (key == "beta")
                sprt.beta = real(value, "-sprt beta");
            else if (key == "model") {
                const auto model = parse_sprt_model(value);
                if (!model) throw Error("-sprt: no model '" + value + "'");
                sprt.model = *model;
            } else
                throw Error("-sprt: no key '" + key + "'");
        }
        (void)Sprt(sprt); // is it a test?
        result_.settings.sprt = sprt;
    }

    void read_pgn(const Words& values) {
        // fastchess's choices of what a record has: ours has all of it.
        for (const auto& [key, value] : key_values("-pgnout", values)) {
            if (key == "file")
                result_.settings.pgn = value;
            else if (key == "match_line")
                kept_lines_.push_back(kept_line(value));
            else if (key == "append" && !truth(value, "-pgnout append"))
                warn("-pgnout append=false means nothing here: games are added");
            else if (key != "nodes" && key != "seldepth" && key != "append")
                warn("-pgnout " + key + "= means nothing here; ignored");
        }
        if (result_.settings.pgn.empty()) throw Error("-pgnout needs file=");
    }

    void read_journal(const Words& values) {
        for (const auto& [key, value] : key_values("-journal", values)) {
            if (key != "file") throw Error("-journal: no key '" + key + "'");
            result_.settings.journal = value;
        }
        if (result_.settings.journal.empty()) throw Error("-journal needs file=");
    }

    void finish_records() {
        MatchSettings& settings = result_.settings;
        if (settings.journal.empty() && !settings.pgn.empty())
            settings.journal = std::filesystem::path(settings.pgn).replace_extension(".jsonl");
        if (settings.journal == settings.pgn && !settings.pgn.empty())
            throw Error("-pgnout and -journal name the same file: " + settings.pgn.string());
        if (settings.shard && settings.schedule.type != TournamentType::RoundRobin &&
            settings.schedule.type != TournamentType::Gauntlet)
            throw Error("--shard needs a round-robin or a gauntlet: what comes next in others "
                        "depends on all results");
    }

    void read_epd(const Words& values) {
        for (const auto& [key, value] : key_values("-epdout", values)) {
            if (key == "file")
                result_.settings.epd = value;
            else if (key == "append" && !truth(value, "-epdout append"))
                warn("-epdout append=false means nothing here: positions are added");
            else if (key != "append")
                warn("-epdout " + key + "= means nothing here; ignored");
        }
        if (result_.settings.epd.empty()) throw Error("-epdout needs file=");
    }

    void read_log(const Words& values) {
        for (const auto& [key, value] : key_values("-log", values)) {
            if (key == "file")
                result_.settings.log = value;
            else if (key == "append")
                result_.settings.append_log = truth(value, "-log append");
            else if (key != "level" && key != "engine" && key != "realtime") // it has all, at once
                warn("-log " + key + "= means nothing here; ignored");
        }
        if (result_.settings.log.empty()) throw Error("-log needs file=");
    }

    void make_engines() {
        MatchSettings& settings = result_.settings;
        std::map<std::string, std::string> of_match;
        for (const Pairs& words : engines_) {
            EngineConfig engine;
            engine.trust = trust_;
            engine.stall_limit = stall_;
            engine.kept_lines = kept_lines_;
            for (const auto* pairs : {&std::as_const(each_), &words})
                for (const auto& [key, value] : *pairs) read_engine(engine, key, value);
            finish(engine);
            for (const char* const name : MATCH_OPTIONS) {
                const auto found =
                    std::ranges::find(engine.options, name, &EngineOptions::value_type::first);
                if (found == engine.options.end()) continue;
                const auto [other, is_new] = of_match.emplace(name, found->second);
                if (!is_new && other->second != found->second)
                    throw Error("option." + std::string(name) + " is '" + other->second +
                                "' and '" + found->second + "': a match has one");
                engine.options.erase(found);
            }
            settings.engines.push_back(std::move(engine));
        }
        settings.schedule.engines = settings.engines.size();
        (void)make_schedule(settings.schedule); // can it be played?
        if (settings.sprt && settings.engines.size() != 2)
            throw Error("-sprt is a test of two engines");
        const TournamentType type = settings.schedule.type;
        if (settings.sprt && (type == TournamentType::Knockout || type == TournamentType::Swiss))
            throw Error("-sprt needs games that do not depend on results: a round-robin");
        if (seeds_given_ && type != TournamentType::Gauntlet)
            throw Error("-seeds goes with -tournament gauntlet");
        std::set<std::string> names;
        for (const EngineConfig& engine : settings.engines)
            if (!names.insert(engine.name).second)
                throw Error("two engines are called " + engine.name + "; name= tells them apart");
        make_rules(of_match);
    }

    void make_rules(std::map<std::string, std::string>& options) {
        DrawLimits limits;
        if (const auto& text = options["RepetitionLimit"]; !text.empty())
            limits.repetition = number<int>(text, "option.RepetitionLimit");
        if (const auto& text = options["NoProgressLimit"]; !text.empty())
            limits.no_progress = number<int>(text, "option.NoProgressLimit");
        std::string variant = variant_ == "standard" ? options["UCI_Variant"] : variant_;
        if (variant.empty()) variant = "classic";
        result_.settings.rules =
            make_match_rules(variant, options["Setup"], options["VariantPath"], limits);
        result_.settings.rules.touch = touch_;
        if (touch_ == TouchRule::ForfeitTurn && limits.no_progress == 0 &&
            !result_.settings.adjudication.max_moves)
            throw Error("-illegal forfeit-turn with option.NoProgressLimit=0 needs -maxmoves, else "
                        "engines could forfeit turns for ever");
    }

    static void finish(EngineConfig& engine) {
        name_engine(engine);
        if (!engine.time_control.bounded())
            throw Error("engine " + engine.name + " needs tc=, st=, nodes= or depth=");
    }

    void check_concurrency() const {
        std::size_t threads = 1;
        for (const EngineConfig& engine : result_.settings.engines)
            for (const auto& [name, value] : engine.options)
                if (name == "Threads")
                    threads = std::max(threads, number<std::size_t>(value, "option.Threads", 1));
        const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
        if (!force_concurrency_ && result_.settings.concurrency * threads > cores)
            throw Error("-concurrency " + std::to_string(result_.settings.concurrency) + " with " +
                        std::to_string(threads) + " threads is more than the " +
                        std::to_string(cores) + " cores; -force-concurrency allows it");
    }

    MatchArguments result_;
    std::vector<Pairs> engines_;
    Pairs each_;
    std::string variant_ = "standard";
    Milliseconds stall_{60'000};
    bool seeds_given_ = false;
    TouchRule touch_ = TouchRule::ForfeitGame;
    std::vector<KeptLine> kept_lines_;
    bool trust_ = false;
    bool force_concurrency_ = false;
};

} // namespace

MatchArguments parse_match_arguments(const std::vector<std::string>& words) {
    return Reader().read(words);
}

} // namespace agon::match
