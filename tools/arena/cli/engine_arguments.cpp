#include "tools/arena/cli/engine_arguments.hpp"

#include "engine/error.hpp"
#include "engine/path_text.hpp"
#include "engine/rules/presets.hpp"
#include "protocol/cli/options.hpp"
#include "protocol/cli/values.hpp"
#include "protocol/os/program.hpp"
#include "protocol/record/match_rules.hpp"
#include "tools/arena/cli/engines_file.hpp"

#include <algorithm>
#include <boost/algorithm/string/predicate.hpp>
#include <boost/program_options/parsers.hpp>
#include <filesystem>

namespace agon::arena {
namespace {

/// Readers of the match's output split it at colons and expect ASCII.
bool unfit_in_name(char c) { return c < ' ' || c > '~' || c == ':'; }

/// Readers of lines drop such blanks, so two names could become one.
bool has_lost_blanks(const std::string& name) {
    return name.starts_with(' ') || name.ends_with(' ') || name.find("  ") != std::string::npos;
}

/// As a shell of POSIX does, but on Windows a backslash separates folders.
std::vector<std::string> split_command(const std::string& what, const std::string& command) {
    const bool posix = std::filesystem::path::preferred_separator == '/';
    bool open = false; // split_unix() closes quotes at the end
    for (std::size_t i = 0; i < command.size(); ++i)
        if (posix && command[i] == '\\')
            ++i;
        else if (command[i] == '"' || command[i] == '\'')
            open = !open;
    if (open) throw program::unexpected(what, "quotes that are closed", command);
    try {
        return boost::program_options::split_unix(command, " \t", "'\"", posix ? "\\" : "");
    } catch (const std::exception&) { // of escapes
        throw program::unexpected(what, "\\\\, \\\" or \\' where there is a backslash", command);
    }
}

/// Engines ignore the case of option names, so the arena does: the options that it looks at itself
/// have one spelling.
std::string option_name(const std::string& given) {
    const auto is = [&given](const char* name) { return boost::iequals(given, name); };
    for (const char* const name : MATCH_OPTIONS)
        if (is(name)) return name;
    for (const char* const name : {"Threads", "Level"})
        if (is(name)) return name;
    return given;
}

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
        throw program::unexpected(what, "seconds, such as 10 or 0.1", text);
    }
}

Milliseconds read_some_seconds(const std::string& what, const std::string& text) {
    const Milliseconds time = read_seconds(what, text);
    if (time == Milliseconds(0))
        throw program::unexpected(what, "a millisecond or more, in seconds, such as 10 or 0.1",
                                  text);
    return time;
}

MatchRules read_rules(const std::string& what, const std::string& variant,
                      const std::string& what_setup, const std::string& setup,
                      const std::string& variant_path, DrawLimits limits) {
    Presets presets;
    if (!variant_path.empty()) presets.load(path_of(variant_path));
    const std::string name = variant.empty() ? std::string(DEFAULT_PRESET) : variant;
    static_cast<void>(program::choice(what, name, program::words_of(presets.all(), &Preset::name)));
    program::Words setups = program::words_of(setup_names());
    setups.emplace_back("preset");
    if (!setup.empty()) static_cast<void>(program::choice(what_setup, setup, setups));
    return make_match_rules(name, setup, path_of(variant_path), limits);
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
        const std::string name = option_name(key.substr(7));
        std::erase_if(engine.options,
                      [&](const auto& option) { return boost::iequals(option.first, name); });
        engine.options.emplace_back(name, value);
    } else if (key == "cmd")
        engine.command.program = value;
    else if (key == "dir") {
        engine.command.directory = path_of(value);
        if (std::error_code absent;
            !std::filesystem::is_directory(engine.command.directory, absent))
            throw program::unexpected(what, "a directory that exists", value);
    } else if (key == "args")
        engine.command.args = split_command(what, value);
    else if (key == "name")
        engine.name = value;
    else if (key == "proto")
        engine.protocol = program::choice(what, value, {"uci", "ugi"}) == "ugi"
                              ? EngineProtocol::Ugi
                              : EngineProtocol::Uci;
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
    const auto words = split_command(what, text);
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
    return utf8_of(platform::program_file(platform::executable().replace_filename(u8"agon")));
}

void name_engine(EngineConfig& engine) {
    const std::string& program = engine.command.program;
    const std::filesystem::path file = path_of(program);
    if (program.empty()) throw program::UsageError("-engine needs cmd=");
    if (const auto blank = program.find(' '); blank != std::string::npos && blank > 0) {
        const auto exists = [](const std::filesystem::path& name) {
            std::error_code absent;
            return std::filesystem::exists(platform::program_file(name), absent);
        };
        if (!exists(engine.command.directory / file) && !exists(file))
            throw program::UsageError(
                fmt::format("-engine cmd: there is no program '{}'; its arguments belong in "
                            "args: cmd={} args=\"{}\"",
                            program, program.substr(0, blank), program.substr(blank + 1)));
    }
    if (engine.name.empty()) {
        const bool suffix = utf8_of(file.extension()) == platform::PROGRAM_SUFFIX;
        engine.name = utf8_of(suffix ? file.stem() : file.filename());
        std::ranges::replace_if(
            engine.name, [](char c) { return unfit_in_name(c) || c == ' '; }, '_');
    }
    if (std::ranges::any_of(engine.name, unfit_in_name) || has_lost_blanks(engine.name))
        throw program::unexpected("-engine name",
                                  "ASCII without colon, and with single blanks between words only",
                                  engine.name);
}

} // namespace agon::arena
