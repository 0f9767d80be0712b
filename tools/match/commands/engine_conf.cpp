#include "tools/match/commands/engine_arguments.hpp"

#include "protocol/program/values.hpp"
#include "tools/match/formats/json.hpp"

#include <algorithm>
#include <fstream>

namespace agon::match {
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
        read_engine(engine,
                    "option." + (pair ? option.at(0) : option.at("name")).get<std::string>(),
                    word_of(pair ? option.at(1) : option.at("value")));
    }
}

/// fastchess's `limit`, times in milliseconds.
void read_limit(EngineConfig& engine, const Json& limit) {
    TimeControl& control = engine.time_control;
    const auto count = [](const Json& json, const char* key) {
        return json.value(key, std::uint64_t{0});
    };
    if (count(limit, "nodes") != 0) control.nodes = count(limit, "nodes");
    if (count(limit, "plies") != 0) control.depth = static_cast<int>(count(limit, "plies"));
    if (!limit.contains("tc")) return;
    const Json& tc = limit["tc"];
    const auto time = [&](const char* key) { return Milliseconds(count(tc, key)); };
    if (time("fixed_time") != Milliseconds(0)) control.move_time = time("fixed_time");
    if (time("time") != Milliseconds(0)) {
        control.time = time("time");
        control.increment = time("increment");
        control.moves = static_cast<int>(count(tc, "moves"));
    }
    control.margin = time("timemargin");
}

void read_entry(EngineConfig& engine, const Json& entry) {
    // The name in the file, and the key of -engine. Others concern a window or are always so.
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
            for (const Json& word : entry[key]) words += quoted(word.get<std::string>()) + ' ';
        else
            words = entry[key].get<std::string>();
        read_engine(engine, "args", words);
    }
    // cutechess's "auto" is off by UCI.
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
    std::ifstream in(file);
    if (!in) throw UsageError(what + ": cannot read " + file);
    const Json json = parse_json(in);
    const Json& engines = json.is_object() && json.contains("engines") ? json["engines"] : json;
    if (!engines.is_array() || engines.empty())
        throw UsageError(what + ": " + file + " has no list of engines");
    program::Words names;
    for (const Json& entry : engines)
        names.push_back(entry.is_object() ? entry.value("name", std::string()) : std::string());
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
