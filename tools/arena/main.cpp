#include "engine/platform/loop.hpp"
#include "protocol/cli/program.hpp"
#include "tools/arena/cli/commands.hpp"
#include "tools/arena/cli/engine_arguments.hpp"
#include "tools/arena/match/tournament.hpp"
#include "tools/arena/web/live_match.hpp"

#include <iostream>

namespace {

using namespace agon;
using program::Words;

constexpr program::Command COMMANDS[] = {
    {"play", "[OPTIONS]", "one game, on the screen", match::play_command},
    {"serve", "[-engine ...]", "games in a browser, against engines or between them",
     match::serve_command},
    {"merge", "JOURNAL...", "one table of the shards of a match", match::merge_command},
    {"sprt", "elo0=X elo1=X [RESULTS]", "what a test will cost, and what it says of results",
     match::sprt_command},
    {"spsa", "-engine ... -param ...", "tunes numbers of an engine by matches against itself",
     match::spsa_command},
    {"check", "cmd=PROGRAM", "whether an engine keeps its protocol", match::check_command},
    {"report", "JOURNAL... -o PAGE.html", "a match as a page, every game on a board",
     match::report_command},
    {"convert", "FILE... -o FILE", "games between PGN, journal, SGF and Abstract Play",
     match::convert_command},
    {"replay", "FILE GAME [--ply N]", "a game's actions, or one of them searched again",
     match::replay_command},
    {"measure", "JOURNAL...", "what each game was like, as JSON", match::measure_command}};

int match_command(const Words& args) {
    auto arguments = match::parse_match_arguments(args);
    arguments.settings.bar = program::is_terminal(program::Stream::Errors);
    for (const auto& warning : arguments.warnings) std::cerr << "Warning: " << warning << std::endl;
    match::MatchWatcher nobody;
    if (!arguments.http) return match::run_match(arguments.settings, std::cout, std::cerr, nobody);
    match::LiveMatch live(arguments.settings, *arguments.http);
    const int status = match::run_match(arguments.settings, std::cout, std::cerr, live);
    if (status == 0 && arguments.http->keep) live.stay();
    return status;
}

int run(const Words& args) {
    const std::string help = "agon-match: matches between engines of Agon that speak UCI or UGI\n\n"
                             "  agon-match -engine cmd=A name=a -engine cmd=B name=b OPTIONS...\n" +
                             program::command_table(COMMANDS) + std::string(match::match_help());
    const bool is_word = !args.empty() && (args[0] == "help" || args[0] == "version");
    if (program::answer_help("agon-match", is_word ? Words{"--" + args[0]} : args, help)) return 0;
    program::require_arguments("agon-match", args);
    if (const auto* command = program::find_command(COMMANDS, args.front()))
        return command->run({args.begin() + 1, args.end()});
    if (!args.front().starts_with('-'))
        throw program::unknown("command", args.front(), program::names_of(COMMANDS), "agon-match");
    return match_command(args);
}

} // namespace

int main(int argc, char** argv) {
    platform::raise_open_files_limit();
    return program::run_main("agon-match", argc, argv, run);
}
