#include "engine/error.hpp"
#include "protocol/program/build_info.hpp"
#include "protocol/program/program.hpp"
#include "tools/match/commands/check_command.hpp"
#include "tools/match/commands/match_arguments.hpp"
#include "tools/match/commands/merge_command.hpp"
#include "tools/match/commands/play_command.hpp"
#include "tools/match/commands/replay_command.hpp"
#include "tools/match/commands/report_command.hpp"
#include "tools/match/tournament/tournament.hpp"

#include <iostream>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

int match_command(const std::vector<std::string>& args) {
    auto arguments = agon::match::parse_match_arguments(args);
    arguments.settings.bar = isatty(STDERR_FILENO) != 0;
    for (const auto& warning : arguments.warnings) std::cerr << "Warning: " << warning << std::endl;
    return agon::match::run_match(arguments.settings, std::cout, std::cerr);
}

int run(const std::vector<std::string>& args) {
    if (!args.empty() && args.front() == "play")
        return agon::match::play_command({args.begin() + 1, args.end()});
    if (!args.empty() && args.front() == "merge")
        return agon::match::merge_command({args.begin() + 1, args.end()});
    if (!args.empty() && args.front() == "check")
        return agon::match::check_command({args.begin() + 1, args.end()});
    if (!args.empty() && args.front() == "report")
        return agon::match::report_command({args.begin() + 1, args.end()});
    if (!args.empty() && args.front() == "replay")
        return agon::match::replay_command({args.begin() + 1, args.end()});
    if (args.empty() || args.front() == "--help" || args.front() == "-help") {
        (args.empty() ? std::cerr : std::cout) << agon::match::match_help() << std::flush;
        return args.empty() ? 2 : 0;
    }
    if (args.front() == "--version" || args.front() == "-version") {
        std::cout << "agon-match " << agon::program::version() << std::endl;
        return 0;
    }
    return match_command(args);
}

} // namespace

int main(int argc, char** argv) {
    return agon::program::exit_status("agon-match", 1, [&] {
        return run({argv + 1, argv + argc});
    });
}
