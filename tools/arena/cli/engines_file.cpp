#include "tools/arena/cli/engines_file.hpp"

#include "engine/error.hpp"
#include "engine/open_file.hpp"
#include "engine/path_text.hpp"
#include "protocol/cli/options.hpp"
#include "tools/arena/cli/engine_arguments.hpp"
#include "tools/arena/journal/json.hpp"
#include "tools/arena/journal/json_values.hpp"

#include <algorithm>
#include <fstream>

namespace agon::arena {
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

/// 0 if it is absent. Throws Error for a negative number.
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
        const Milliseconds given(count_in<std::int64_t>(tc, key));
        if (given > LONGEST_CLOCK)
            throw unexpected_value(tc[key], key,
                                   fmt::format("0 to {}", Milliseconds(LONGEST_CLOCK).count()));
        return given;
    };
    if (time("fixed_time") != Milliseconds(0)) control.move_time = time("fixed_time");
    if (time("time") != Milliseconds(0)) {
        control.time = time("time");
        control.increment = time("increment");
        control.moves = count_in<int>(tc, "moves");
    }
    control.margin = Milliseconds(count_in<int>(tc, "timemargin")); // as timemargin=
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
    constexpr std::uintmax_t MAX_BYTES = 1 << 20;
    std::ifstream in;
    try {
        in = open_text(path_of(file), MAX_BYTES);
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
    if (std::ranges::all_of(names, &std::string::empty))
        throw UsageError(what + ": " + file + " has no engine with a name");
    if (name.empty() && names.size() > 1)
        throw UsageError(fmt::format("{}: {} has several engines; choose one with {}:NAME, of {}",
                                     what, file, file, fmt::join(names, " ")));
    if (name.empty()) name = names.front();
    const auto found = std::ranges::find(names, program::choice(what, name, names));
    try {
        read_entry(engine, engines[static_cast<std::size_t>(found - names.begin())]);
    } catch (const std::exception& error) {
        throw UsageError(fmt::format("{}: {}, engine {}: {}", what, file, name, error.what()));
    }
}

} // namespace agon::arena
