#include "protocol/commands/play_command.hpp"

#include "protocol/commands/game_options.hpp"
#include "protocol/play/play_session.hpp"
#include "protocol/program/terminal.hpp"
#include "search/control/strength.hpp"

#include <spdlog/fmt/fmt.h>

#include <iostream>
#include <random>

namespace agon::protocol {
namespace {

using program::UsageError;

constexpr std::chrono::milliseconds FULL_STRENGTH{2000}; ///< for an action at the highest level
constexpr std::chrono::milliseconds ADVICE{1000};

/// How strong the engine plays: at most one of the three.
struct Strength {
    std::optional<int> level, elo;
    std::optional<std::chrono::milliseconds> move_time;

    /// Sets the engine's options, and the limits and the name of the settings.
    void apply(search::Options& options, PlaySettings& settings) const {
        if (level.has_value() + elo.has_value() + move_time.has_value() > 1)
            throw UsageError("--level, --elo and --movetime exclude each other");
        match::EngineConfig& engine = settings.engine;
        engine.command.program = "agon";
        if (elo) {
            options.elo = elo;
            engine.name = fmt::format("agon Elo {}", *elo);
            engine.options = {{"UCI_LimitStrength", "true"}, {"UCI_Elo", std::to_string(*elo)}};
        } else if (move_time) {
            settings.limits.move_time = move_time;
            engine.name = fmt::format("agon {} ms", move_time->count());
        } else {
            options.level = level.value_or(DEFAULT_LEVEL);
            engine.name = fmt::format("agon level {}", options.level);
            engine.options = {{"Level", std::to_string(options.level)}};
            if (options.level == search::HIGHEST_LEVEL) settings.limits.move_time = FULL_STRENGTH;
        }
        engine.time_control.move_time = settings.limits.move_time;
    }

    static constexpr int DEFAULT_LEVEL = 3;
};

} // namespace

int play(const program::Words& args) {
    std::string side = "white", file;
    PlaySettings settings;
    Strength strength;
    int threads = 1;
    program::Options options(
        "agon play",
        "agon play [OPTIONS]\n\n"
        "A game against the engine, or of two persons, on the terminal. Type an action as a1-b2, "
        "or 'help'.\n",
        "  agon play\n"
        "  agon play --side black --level 7\n"
        "  agon play --side both --variant ham --setup placement\n");
    const GameOptions position(options);
    options.choice("side", side, {"white", "black", "both"}, "what you play");
    options.number("level", strength.level,
                   fmt::format("strength: 1 a child's, {} full ({})", search::HIGHEST_LEVEL,
                               Strength::DEFAULT_LEVEL),
                   1, search::HIGHEST_LEVEL);
    options.number("elo", strength.elo, "strength as a rating, instead of a level", search::MIN_ELO,
                   search::MAX_ELO);
    options.number("movetime", strength.move_time,
                   "milliseconds for each action at full strength, instead of a level", 1);
    options.number("delay", settings.delay, "milliseconds that an answer takes at least", 0,
                   60'000);
    options.number("threads", threads, "threads that search", 1, search::MAX_THREADS);
    options.output("pgn", file, "the game is added to it; without it a new file in games/");
    if (!options.read(args)) return 0;

    const search::SteadyClock clock;
    Host host(clock);
    position.set_up(host);
    host.set_threads(threads);
    strength.apply(host.engine().options, settings);
    host.engine().options.level_seed = std::random_device()();
    settings.person = {side != "black", side != "white"};
    settings.advice_limits.move_time = ADVICE;
    settings.redraw = isatty(STDOUT_FILENO) != 0;
    settings.colour = program::shows_colour();

    PlaySession session(host, file, std::cout, std::move(settings));
    session.begin();
    for (std::string line; !session.quit_said() && std::getline(std::cin, line);)
        session.handle(line);
    session.end();
    return 0;
}

} // namespace agon::protocol
