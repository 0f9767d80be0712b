#include "tools/arena/cli/engine_arguments.hpp"

#include "engine/error.hpp"
#include "engine/platform/system.hpp"
#include "engine/rules/presets.hpp"
#include "engine/utf8.hpp"
#include "protocol/cli/options.hpp"
#include "tools/arena/journal/json_values.hpp"

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <boost/program_options/parsers.hpp>
#include <filesystem>
#include <fstream>
#include <map>

namespace agon::match {
namespace {

/// Readers of the match's output split it at blanks and colons and expect ASCII.
bool unfit_in_name(char c) { return c <= ' ' || c > '~' || c == ':'; }

} // namespace

std::pair<std::string, std::string> key_value(const std::string& what, const std::string& word) {
    if (word == "ponder") return {word, "on"};
    const auto equals = word.find('=');
    if (equals == std::string::npos) throw program::unexpected(what, "KEY=VALUE", word);
    return {word.substr(0, equals), word.substr(equals + 1)};
}

Milliseconds read_seconds(const std::string& what, const std::string& text) {
    try {
        return parse_seconds(text);
    } catch (const Error&) {
        throw program::unexpected(what, "seconds, as 10 or 0.1", text);
    }
}

Milliseconds read_some_seconds(const std::string& what, const std::string& text) {
    const Milliseconds time = read_seconds(what, text);
    if (time == Milliseconds(0))
        throw program::unexpected(what, "a millisecond or more, in seconds as 10 or 0.1", text);
    return time;
}

MatchRules read_rules(const std::string& what, const std::string& variant,
                      const std::string& what_setup, const std::string& setup,
                      const std::string& variant_path, DrawLimits limits) {
    Presets presets;
    if (!variant_path.empty()) presets.load(variant_path);
    const std::string name = variant.empty() ? std::string(DEFAULT_PRESET) : variant;
    static_cast<void>(program::choice(what, name, program::words_of(presets.all(), &Preset::name)));
    program::Words setups = program::words_of(setup_names());
    setups.emplace_back("preset");
    if (!setup.empty()) static_cast<void>(program::choice(what_setup, setup, setups));
    return make_match_rules(name, setup, variant_path, limits);
}

void read_clock(const std::string& what, const std::string& text, TimeControl& control) {
    try {
        parse_clock(text, control);
    } catch (const Error& error) {
        throw program::UsageError(what + ": " + error.what());
    }
}

void read_engine(EngineConfig& engine, const std::string& key, const std::string& value) {
    const std::string what = "-engine " + key;
    TimeControl& limits = engine.time_control;
    if (key == "conf") {
        read_conf(engine, what, value);
    } else if (key.starts_with("option.")) {
        const std::string name = key.substr(7);
        std::erase_if(engine.options, [&](const auto& option) { return option.first == name; });
        engine.options.emplace_back(name, value);
    } else if (key == "cmd")
        engine.command.program = value;
    else if (key == "dir") {
        if (std::error_code absent; !std::filesystem::is_directory(value, absent))
            throw program::unexpected(what, "a directory that exists", value);
        engine.command.directory = value;
    } else if (key == "args")
        engine.command.args = boost::program_options::split_unix(value);
    else if (key == "name")
        engine.name = value;
    else if (key == "proto")
        engine.dialect =
            program::choice(what, value, {"uci", "ugi"}) == "ugi" ? Dialect::Ugi : Dialect::Uci;
    else if (key == "tc")
        read_clock(what, value, limits);
    else if (key == "st")
        limits.move_time = read_some_seconds(what, value);
    else if (key == "nodes")
        limits.nodes = program::number<std::uint64_t>(what, value, 1);
    else if (key == "depth" || key == "plies") // fastchess has both
        limits.depth = program::number<int>(what, value, 1);
    else if (key == "timemargin")
        limits.margin = Milliseconds(program::number<int>(what, value, 0));
    else if (key == "ponder")
        engine.ponder = program::truth(what, value);
    else if (key == "restart")
        engine.restart = program::truth(what, value);
    else if (key == "refusal")
        engine.allow_refusal = program::choice(what, value, {"stop", "allow"}) == "allow";
    else
        throw program::unknown("key of -engine", key,
                               {"cmd", "conf", "dir", "args", "name", "proto", "tc", "st", "nodes",
                                "depth", "timemargin", "ponder", "restart", "refusal", "option."},
                               "agon-match");
}

Command parse_command(const std::string& text, const std::string& what) {
    const auto words = boost::program_options::split_unix(text);
    if (words.empty()) throw program::UsageError(what + ": expected a command, got ''");
    return {words.front(), {words.begin() + 1, words.end()}, {}};
}

std::vector<std::vector<std::string>> take_groups(std::vector<std::string>& words,
                                                  const std::string& name) {
    std::vector<std::vector<std::string>> groups;
    std::vector<std::string> others;
    bool taking = false;
    for (std::string& word : words) {
        const bool option = word.size() > 1 && word[0] == '-' && (word[1] < '0' || word[1] > '9');
        if (option) taking = word == '-' + name || word == "--" + name;
        if (option && taking)
            groups.emplace_back();
        else
            (taking ? groups.back() : others).push_back(std::move(word));
    }
    words = std::move(others);
    return groups;
}

std::string own_engine() {
    return platform::program_file(platform::executable().replace_filename("agon")).string();
}

void name_engine(EngineConfig& engine) {
    const std::string& program = engine.command.program;
    if (program.empty()) throw program::UsageError("-engine needs cmd=");
    if (const auto blank = program.find(' '); blank != std::string::npos && blank > 0) {
        const auto exists = [](const std::filesystem::path& file) {
            std::error_code absent;
            return std::filesystem::exists(platform::program_file(file), absent);
        };
        if (!exists(engine.command.directory / program) && !exists(program))
            throw program::UsageError(
                fmt::format("-engine cmd: there is no program '{}'; its arguments belong in "
                            "args: cmd={} args=\"{}\"",
                            program, program.substr(0, blank), program.substr(blank + 1)));
    }
    if (engine.name.empty()) {
        const std::filesystem::path file = engine.command.program;
        const bool suffix = file.extension() == platform::PROGRAM_SUFFIX;
        engine.name = (suffix ? file.stem() : file.filename()).string();
        std::ranges::replace_if(engine.name, unfit_in_name, '_');
    }
    if (std::ranges::any_of(engine.name, unfit_in_name))
        throw program::unexpected("-engine name", "ASCII without space and colon", engine.name);
}

SprtSettings read_sprt(const std::string& what, const std::vector<std::string>& words) {
    constexpr double LEAST = -1e9; // Elo; Sprt() refuses what makes no test
    SprtSettings sprt;
    const std::map<std::string, double*> numbers{
        {"elo0", &sprt.elo0}, {"elo1", &sprt.elo1}, {"alpha", &sprt.alpha}, {"beta", &sprt.beta}};
    for (const std::string& word : words) {
        const auto pair = key_value(what, word);
        const std::string key = what + ' ' + pair.first;
        if (pair.first == "model") {
            static_cast<void>(
                program::choice(key, pair.second, {"bayesian", "logistic", "normalized"}));
            sprt.model = parse_sprt_model(pair.second).value();
        } else if (const auto number = numbers.find(pair.first); number != numbers.end()) {
            *number->second = program::number<double>(key, pair.second, LEAST);
        } else {
            throw program::unknown("key of " + what, pair.first,
                                   {"elo0", "elo1", "alpha", "beta", "model"}, "agon-match");
        }
    }
    try {
        static_cast<void>(Sprt(sprt));
    } catch (const Error& error) {
        throw program::UsageError(error.what());
    }
    return sprt;
}

void read_http(ServerSettings& settings, const std::string& key, const std::string& value) {
    const std::string what = "-http " + key;
    if (key == "port") {
        settings.port = program::number<std::uint16_t>(what, value, 0);
    } else if (key == "address") {
        boost::system::error_code fault;
        settings.address = boost::asio::ip::make_address(value, fault).to_string();
        if (fault) throw program::unexpected(what, "an address in numbers, as 127.0.0.1", value);
    } else if (key == "keep") {
        settings.keep = program::truth(what, value);
    } else {
        throw program::unknown("key of -http", key, {"port", "address", "keep"}, "agon-match");
    }
}

namespace {

using program::UsageError;

constexpr const char* USUAL_FILE = "engines.json"; // of cutechess-cli

/// A value of JSON as a word of the command line.
std::string word_of(const Json& value) {
    if (value.is_boolean()) return value.get<bool>() ? "true" : "false";
    return value.is_string() ? value.get<std::string>() : value.dump();
}

/// A word in quotes for split_unix().
std::string quoted(const std::string& word) {
    std::string text = "\"";
    for (const char c : word) {
        if (c == '"' || c == '\\') text += '\\';
        text += c;
    }
    return text + '"';
}

/// cutechess has a list of objects, fastchess pairs.
void read_options(EngineConfig& engine, const Json& options) {
    for (const Json& option : options) {
        const bool pair = option.is_array();
        if (pair && option.size() != 2) throw Error("options: a pair has a name and a value");
        const Json& name = pair ? option[0] : member(option, "name");
        read_engine(engine, "option." + value_as<std::string>(name, "name"),
                    word_of(pair ? option[1] : member(option, "value")));
    }
}

/// 0 where it is absent. Throws Error for a negative number.
template<class Number>
Number count_in(const Json& json, const char* key) {
    const auto number = value_or<Number>(json, key, 0);
    if (number < 0) throw unexpected_value(json[key], key, "0 or more");
    return number;
}

/// fastchess's `limit`, times in milliseconds.
void read_limit(EngineConfig& engine, const Json& limit) {
    TimeControl& control = engine.time_control;
    if (const auto nodes = value_or<std::uint64_t>(limit, "nodes", 0)) control.nodes = nodes;
    if (const auto plies = count_in<int>(limit, "plies")) control.depth = plies;
    if (!limit.contains("tc")) return;
    const Json& tc = limit["tc"];
    const auto time = [&](const char* key) {
        return Milliseconds(count_in<std::int64_t>(tc, key));
    };
    if (time("fixed_time") != Milliseconds(0)) control.move_time = time("fixed_time");
    if (time("time") != Milliseconds(0)) {
        control.time = time("time");
        control.increment = time("increment");
        control.moves = count_in<int>(tc, "moves");
    }
    control.margin = time("timemargin");
}

void read_entry(EngineConfig& engine, const Json& entry) {
    // The name in the file, and the key of -engine. Other keys concern a GUI or always hold here.
    const std::pair<const char*, const char*> keys[] = {
        {"name", "name"},       {"command", "cmd"},
        {"cmd", "cmd"},         {"workingDirectory", "dir"},
        {"dir", "dir"},         {"protocol", "proto"},
        {"pondering", "ponder"}};
    for (const auto& [key, our_key] : keys)
        if (entry.contains(key) && !word_of(entry[key]).empty())
            read_engine(engine, our_key, word_of(entry[key]));
    for (const char* const key : {"arguments", "args"}) {
        if (!entry.contains(key)) continue;
        std::string words;
        if (entry[key].is_array())
            for (const Json& word : entry[key])
                words += quoted(value_as<std::string>(word, key)) + ' ';
        else
            words = value_at<std::string>(entry, key);
        read_engine(engine, "args", words);
    }
    // cutechess's "auto" means off for UCI.
    if (entry.contains("restart") && word_of(entry["restart"]) != "auto")
        read_engine(engine, "restart", word_of(entry["restart"]));
    if (entry.contains("initStrings") && !entry["initStrings"].empty())
        throw UsageError("initStrings are not sent here; options belong in options");
    if (entry.contains("options")) read_options(engine, entry["options"]);
    if (entry.contains("limit")) read_limit(engine, entry["limit"]);
}

} // namespace

void read_conf(EngineConfig& engine, const std::string& what, const std::string& value) {
    constexpr std::string_view ENDING = ".json";
    const auto ending = value.find(ENDING);
    const bool has_file = ending != std::string::npos;
    const std::string file = has_file ? value.substr(0, ending + ENDING.size()) : USUAL_FILE;
    std::string name = has_file ? value.substr(file.size()) : value;
    if (has_file && !name.empty() && name[0] == ':') name.erase(0, 1);
    constexpr std::uintmax_t MOST_BYTES = 1 << 20;
    std::ifstream in;
    try {
        in = open_text(file, MOST_BYTES);
    } catch (const Error& error) {
        throw UsageError(what + ": " + error.what());
    }
    const Json json = parse_json(in);
    const Json& engines = json.is_object() && json.contains("engines") ? json["engines"] : json;
    if (!engines.is_array() || engines.empty())
        throw UsageError(what + ": " + file + " has no list of engines");
    program::Words names;
    for (const Json& entry : engines)
        names.push_back(entry.contains("name") ? word_of(entry["name"]) : std::string());
    if (name.empty() && names.size() > 1)
        throw UsageError(fmt::format("{}: {} has several engines: choose one by {}:NAME, of {}",
                                     what, file, file, fmt::join(names, " ")));
    if (name.empty()) name = names.front();
    const auto found = std::ranges::find(names, program::choice(what, name, names));
    try {
        read_entry(engine, engines[static_cast<std::size_t>(found - names.begin())]);
    } catch (const std::exception& error) {
        throw UsageError(fmt::format("{}: {}, engine {}: {}", what, file, name, error.what()));
    }
}

} // namespace agon::match
