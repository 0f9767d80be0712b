#include "protocol/cli/build_report.hpp"
#include "protocol/cli/program.hpp"
#include "protocol/cli/terminal.hpp"
#include "tools/arena/cli/commands.hpp"
#include "tools/arena/cli/match_arguments.hpp"
#include "tools/arena/conversation/resources.hpp"
#include "tools/arena/match/tournament.hpp"
#include "tools/arena/web/live_match.hpp"

#include <iostream>

namespace {

using namespace agon;
using program::Words;

constexpr program::Command COMMANDS[] = {
    {"play", "[OPTIONS]", "one game, on the screen", arena::play_command},
    {"serve", "[-engine ...]", "games in a browser, against engines or between them",
     arena::serve_command},
    {"merge", "JOURNAL...", "one table of the shards of a match", arena::merge_command},
    {"rate", "FILE...", "one rating list of the players in journals and PGN", arena::rate_command},
    {"sprt", "elo0=X elo1=X [RESULTS]", "what a test will cost, and its verdict on results",
     arena::sprt_command},
    {"spsa", "-engine ... -param ...", "tunes numbers of an engine by matches against itself",
     arena::spsa_command},
    {"check", "cmd=PROGRAM", "whether an engine follows its protocol", arena::check_command},
    {"report", "JOURNAL... -o PAGE.html", "a match as a page, every game on a board",
     arena::report_command},
    {"convert", "FILE... -o FILE", "games between PGN, journal, SGF and Abstract Play",
     arena::convert_command},
    {"replay", "FILE GAME [--ply N]", "a game's actions, or one of them searched again",
     arena::replay_command},
    {"measure", "JOURNAL...", "what each game was like, as JSON", arena::measure_command}};

int match_command(const Words& args) {
    auto arguments = arena::parse_match_arguments(args);
    arguments.settings.bar = program::is_terminal(program::Stream::Errors);
    for (const auto& warning : arguments.warnings) std::cerr << "Warning: " << warning << std::endl;
    arena::MatchWatcher nobody;
    if (!arguments.http) return arena::run_match(arguments.settings, std::cout, std::cerr, nobody);
    arena::LiveMatch live(arguments.settings, *arguments.http);
    const int status = arena::run_match(arguments.settings, std::cout, std::cerr, live);
    if (status == 0 && arguments.http->keep) live.stay();
    return status;
}

int run(const Words& args) {
    const std::string help = "agon-match: matches between engines of Agon that speak UCI or UGI\n\n"
                             "  agon-match -engine cmd=A name=a -engine cmd=B name=b OPTIONS...\n" +
                             program::command_table(COMMANDS) + std::string(arena::match_help());
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
