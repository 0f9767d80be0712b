#include "tools/arena/journal/games_as_match.hpp"

#include "engine/error.hpp"
#include "protocol/record/record.hpp"
#include "tools/arena/journal/journal_settings.hpp"
#include "tools/arena/journal/journals.hpp"
#include "tools/arena/stats/score_table.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace agon::arena {
namespace {

/// Numbers the encounters. True if each is of two games with colours swapped.
bool find_pairs(std::vector<RecordedGame>& games) {
    using Names = PerSide<std::string>;
    std::map<std::tuple<int, Names, std::uint64_t>, std::vector<GameRecord*>> encounters;
    for (RecordedGame& game : games) {
        Names names = game.record.names;
        std::ranges::sort(names);
        encounters[{game.record.round, names, game.record.first.key}].push_back(&game.record);
    }
    const bool paired = std::ranges::all_of(encounters, [](const auto& encounter) {
        const auto& played = encounter.second;
        return played.size() == 2 && played[0]->names != played[1]->names;
    });
    std::size_t number = 0;
    for (const auto& encounter : encounters) {
        for (GameRecord* const record : encounter.second)
            record->encounter = paired ? number : static_cast<std::size_t>(record->number - 1);
        ++number;
    }
    return paired;
}

EngineConfig engine_named(const std::string& name, const TimeControl& control) {
    EngineConfig engine;
    engine.name = engine.command.program = name;
    engine.time_control = control;
    return engine;
}

} // namespace

MatchHistory match_of(std::vector<RecordedGame> games) {
    if (games.empty()) throw Error("there is no game");
    MatchSettings settings;
    settings.rules = games.front().rules;
    settings.pgn_tags = games.front().tags;
    MatchHistory match;
    int number = 0;
    for (RecordedGame& game : games) {
        game.record.number = ++number;
        if (game.rules.variant != settings.rules.variant ||
            game.rules.rules != settings.rules.rules)
            throw Error("game " + std::to_string(number) + " is of " + game.rules.variant +
                        ", those before of " + settings.rules.variant +
                        ": a match can have only one");
        settings.schedule.rounds = std::max(
            settings.schedule.rounds, static_cast<std::size_t>(std::max(game.record.round, 1)));
        for (const Side side : BOTH_SIDES) {
            const std::string& name = game.record.names[side];
            if (std::ranges::find(settings.engines, name, &EngineConfig::name) ==
                settings.engines.end())
                settings.engines.push_back(engine_named(name, game.record.controls[side]));
        }
    }
    settings.schedule.engines = settings.engines.size();
    settings.schedule.games = find_pairs(games) ? 2 : 1;
    match.rules = settings.rules;
    match.settings = settings_json(settings, {});
    match.settings["converted"] = true; // engines, openings and schedule are not known
    for (RecordedGame& game : games)
        match.games.emplace(game.record.number, std::move(game.record));
    return match;
}

std::vector<RecordedGame> games_of(const MatchHistory& match) {
    const auto engines = engines_from(match.settings);
    const auto names = names_of(engines);
    const PgnOptions tags = pgn_options_from(match.settings);
    std::set<std::string> left_out;
    if (!match.settings.contains("converted"))
        left_out.insert(
            "settings of the match: commands and options of engines, schedule, openings, "
            "adjudication, SPRT");
    std::vector<RecordedGame> games;
    for (const auto& [number, record] : match.games) {
        games.push_back({record, match.rules, tags, left_out});
        RecordedGame& game = games.back();
        const ScheduledGame played = played_game(record, names);
        for (const Side side : BOTH_SIDES)
            game.record.controls[side] = engines[played.players[side]].time_control;
    }
    return games;
}

} // namespace agon::arena
