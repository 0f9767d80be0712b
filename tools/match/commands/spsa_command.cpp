#include "protocol/program/program.hpp"
#include "tools/match/commands/commands.hpp"
#include "tools/match/commands/spsa_arguments.hpp"
#include "tools/match/report/page.hpp"
#include "tools/match/report/tuning_page.hpp"

#include <iostream>
#include <unistd.h>

namespace agon::match {

int spsa_command(const std::vector<std::string>& words) {
    if (program::answer_help("agon-match", words, tuning_help())) return 0;
    TuningArguments arguments = parse_tuning_arguments(words);
    TuningSettings& settings = arguments.settings;
    settings.match.bar = isatty(STDERR_FILENO) != 0;
    const EngineConfig& engine = settings.match.engines.front();
    settings.spsa.parameters = make_parameters(
        arguments.params, ask_spins(engine, settings.match.rules.options()), engine.options);
    return run_tuning(settings, std::cout, std::cerr, [&arguments](const Tunings& tunings) {
        if (!arguments.page.empty()) write_page(arguments.page, tuning_page(tunings));
    });
}

} // namespace agon::match
