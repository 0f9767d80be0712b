#include "protocol/terminal/play_command.hpp"
#include "engine/byte_order_mark.hpp"
#include "engine/game/outcome.hpp"
#include "engine/notation/notation.hpp"
#include "engine/path_text.hpp"
#include "protocol/cli/program.hpp"
#include "protocol/cli/terminal.hpp"
#include "protocol/record/distinct_files.hpp"
#include "protocol/session/game_options.hpp"
#include "protocol/terminal/exercises.hpp"
#include "protocol/terminal/play_session.hpp"
#include "protocol/terminal/watched_openings.hpp"
#include "search/clock.hpp"
#include "search/elo_ladder.hpp"
#include "search/levels.hpp"
#include "search/limits.hpp"
#include "search/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <random>

namespace agon::protocol {
namespace {

using program::UsageError;

constexpr std::chrono::milliseconds FULL_STRENGTH{2000}; ///< for an action at the highest level
constexpr std::chrono::milliseconds ADVICE{1000};
constexpr std::chrono::milliseconds WATCHED{150}; ///< for an action where the engine plays both
constexpr std::chrono::milliseconds DELAY{1000};

/// How strong the engine plays: at most one of the three.
struct PlayStrength {
    std::optional<int> level, elo;
    std::optional<std::chrono::milliseconds> move_time;

    [[nodiscard]] bool given() const { return level || elo || move_time; }

    /// Sets the engine's options, and the limits and the name of the settings.
    void apply(search::Options& options, PlaySettings& settings) const {
        if (level.has_value() + elo.has_value() + move_time.has_value() > 1)
            throw UsageError("--level, --elo and --movetime are mutually exclusive");
        if (elo) {
            options.elo = elo;
            settings.engine = fmt::format("agon Elo {}", *elo);
        } else if (move_time) {
            settings.limits.move_time = move_time;
            settings.engine = fmt::format("agon {} ms", move_time->count());
        } else {
            options.level = level.value_or(DEFAULT_LEVEL);
            settings.engine = fmt::format("agon level {}", options.level);
            if (options.level == search::HIGHEST_LEVEL) settings.limits.move_time = FULL_STRENGTH;
        }
    }

    static constexpr int DEFAULT_LEVEL = 3;
};

/// Sets up a game that the engine plays with itself: full strength against WEAKER_LEVEL unless a
/// strength was given, from one of the openings unless something else was chosen.
void set_up_watched(Host& host, PlaySettings& settings, const std::string& opening,
                    bool from_the_beginning, bool strength_given) {
    constexpr std::string_view STANDARD = "standard";
    const auto openings = watched_openings();
    std::string from = "from the position given";
    std::string length = "It goes on until it is decided or drawn, which may take a long time";
    const auto pace = std::max(settings.delay, WATCHED).count();
    if (!strength_given) {
        settings.engine = "agon";
        settings.limits.move_time = WATCHED;
        host.engine().options.level = search::HIGHEST_LEVEL;
        settings.weaker = Side::Black;
    }
    const std::size_t number =
        opening.empty() || opening == STANDARD
            ? std::random_device()() % openings.size() + 1
            : program::number<std::size_t>("--opening", opening, 1, openings.size());
    if (opening == STANDARD || (opening.empty() && host.setup() != Setup::Standard)) {
        if (from_the_beginning) from = "from the setup";
    } else if (from_the_beginning) {
        const WatchedOpening& chosen = openings[number - 1];
        host.set_position(parse_position(host.rules(), chosen.position));
        if (settings.weaker) settings.weaker = ~chosen.better;
        from = fmt::format("from opening {} of {}, in which {} is well ahead", number,
                           openings.size(), name(chosen.better));
        if (settings.weaker && host.variant() == DEFAULT_PRESET)
            length = fmt::format("Such a game lasts 20 to 60 actions, {} to {} seconds",
                                 20 * pace / 1000, 60 * pace / 1000);
    } else if (!opening.empty()) {
        throw UsageError("--opening cannot be combined with --setup, --fen and --moves");
    }
    const std::string strength =
        settings.weaker ? fmt::format(": {} at full strength, {} at level {}",
                                      name(~*settings.weaker), name(*settings.weaker), WEAKER_LEVEL)
                        : "";
    settings.introduction = fmt::format("The engine plays both sides{}, {}. {}; Ctrl-C ends it.",
                                        strength, from, length);
}

} // namespace

int play(const program::Words& args) {
    std::string side = "white", file, opening;
    std::optional<std::chrono::milliseconds> delay;
    PlaySettings settings;
    PlayStrength strength;
    int threads = 1;
    bool puzzles = false;
    program::Options options(
        "agon play",
        "agon play [OPTIONS]\n\n"
        "A game against the engine, between two people, or the engine against itself, on the "
        "terminal.\n'help' at the prompt lists what can be typed; 'learn' begins the lessons of "
        "the rules,\n'puzzle' the puzzles.\n",
        "  agon play\n"
        "  agon play --puzzles\n"
        "  agon play --side none\n"
        "  agon play --side black --level 7\n"
        "  agon play --side both --variant ham --setup placement\n");
    const GameOptions position(options);
    options.choice("side", side, {"white", "black", "both", "none"}, "what you play");
    options.number("level", strength.level,
                   fmt::format("strength: 1 a child's, {} full ({})", search::HIGHEST_LEVEL,
                               PlayStrength::DEFAULT_LEVEL),
                   1, search::HIGHEST_LEVEL);
    options.number("elo", strength.elo, "strength as a rating, instead of a level", search::MIN_ELO,
                   search::MAX_ELO);
    options.number("movetime", strength.move_time,
                   "milliseconds for each action at full strength, instead of a level", 1,
                   search::LONGEST_TIME.count());
    options.number(
        "delay", delay,
        "minimum time for an answer in milliseconds (1000; without a terminal 0 for --side "
        "none)",
        0, 60'000);
    options.text("opening", opening, "N",
                 "with --side none, the opening by its number, or standard for the setup; one side "
                 "is well ahead in each (random)");
    options.number("threads", threads, "threads that search", 1, search::MAX_THREADS);
    options.flag(
        "puzzles", puzzles,
        "positions with one winning action, easy ones first; --variant names one rule set");
    options.output("pgn", file, "append the game to this file (default: a new file in games/)");
    if (!options.read(args)) return 0;
    bool variant = false;
    for (const std::string& word : args) { // what means nothing with puzzles is refused
        constexpr std::array KNOWN = {"--puzzles", "--variant", "--threads"};
        const std::string option = word.substr(0, word.find('='));
        variant |= option == "--variant";
        if (puzzles && option.starts_with('-') && std::ranges::count(KNOWN, option) == 0)
            throw UsageError("--puzzles cannot be combined with " + option);
    }
    const bool watched = side == "none";
    if (!watched && !opening.empty()) throw UsageError("--opening needs --side none");

    const search::SteadyClock clock;
    Host host(clock);
    position.set_up(host);
    host.set_threads(threads);
    if (puzzles) {
        play_puzzles(host, std::cin, std::cout, variant ? host.variant() : "");
        return 0;
    }
    strength.apply(host.engine().options, settings);
    host.draw_level_chance();
    settings.redraw = program::is_terminal(program::Stream::Output);
    settings.delay =
        delay.value_or(watched && !settings.redraw ? std::chrono::milliseconds(0) : DELAY);
    settings.person = {side == "white" || side == "both", side == "black" || side == "both"};
    if (watched)
        set_up_watched(host, settings, opening, position.from_the_beginning(), strength.given());
    settings.advice_limits.move_time = ADVICE;
    settings.colour = program::shows_colour();
    settings.width = program::line_width();

    require_distinct({path_of(position.variant_path())}, {{"--pgn", path_of(file)}});
    PlaySession session(host, path_of(file), std::cout, std::move(settings));
    session.begin();
    if (!watched) skip_byte_order_mark(std::cin);
    for (std::string line; !watched && !session.quit_said() && std::getline(std::cin, line);)
        session.handle(line);
    return session.end() ? 0 : 1;
}

} // namespace agon::protocol
