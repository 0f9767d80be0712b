#include "tools/match/commands/engine_arguments.hpp"

#include "tools/match/commands/argument_values.hpp"

#include <boost/program_options/parsers.hpp>

#include <algorithm>
#include <filesystem>

namespace agon::match {
namespace {

/// Whoever reads the match's output splits it at blanks and colons, and takes it for ASCII.
bool unfit_in_name(char c) { return c <= ' ' || c > '~' || c == ':'; }

} // namespace

void read_engine(EngineConfig& engine, const std::string& key, const std::string& value) {
    const std::string what = "-engine " + key;
    if (key == "cmd")
        engine.command.program = value;
    else if (key == "dir")
        engine.command.directory = value;
    else if (key == "args")
        engine.command.args = boost::program_options::split_unix(value);
    else if (key == "name")
        engine.name = value;
    else if (key == "proto" && (value == "uci" || value == "ugi"))
        engine.dialect = value == "ugi" ? Dialect::Ugi : Dialect::Uci;
    else if (key == "tc")
        parse_clock(value, engine.time_control);
    else if (key == "st")
        engine.time_control.move_time = parse_seconds(value);
    else if (key == "nodes")
        engine.time_control.nodes = number<std::uint64_t>(value, what, 1);
    else if (key == "depth")
        engine.time_control.depth = number<int>(value, what, 1);
    else if (key == "timemargin")
        engine.time_control.margin = Milliseconds(number<int>(value, what, 0));
    else if (key == "ponder")
        engine.ponder = truth(value, what);
    else if (key == "restart")
        engine.restart = truth(value, what);
    else if (key.starts_with("option.")) {
        const std::string name = key.substr(7);
        std::erase_if(engine.options, [&](const auto& option) { return option.first == name; });
        engine.options.emplace_back(name, value);
    } else
        throw Error("-engine: no meaning in '" + key + '=' + value + "'");
}

Command parse_command(const std::string& text, const std::string& option) {
    const auto words = boost::program_options::split_unix(text);
    if (words.empty()) throw Error(option + " names no program");
    return {words.front(), {words.begin() + 1, words.end()}, {}};
}

void name_engine(EngineConfig& engine) {
    if (engine.command.program.empty()) throw Error("-engine needs cmd=");
    if (engine.name.empty()) {
        engine.name = std::filesystem::path(engine.command.program).filename();
        std::ranges::replace_if(engine.name, unfit_in_name, '_');
    }
    if (std::ranges::any_of(engine.name, unfit_in_name))
        throw Error("an engine's name is ASCII without space and colon: '" + engine.name + "'");
}

} // namespace agon::match
