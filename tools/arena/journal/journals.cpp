#include "tools/arena/journal/journals.hpp"

#include "engine/error.hpp"
#include "engine/utf8.hpp"
#include "tools/arena/journal/journal_settings.hpp"
#include "tools/arena/journal/json_values.hpp"
#include "tools/arena/stats/score_table.hpp"
#include "tools/arena/stats/sprt.hpp"

#include <algorithm>
#include <cassert>
#include <map>
#include <tuple>

namespace agon::match {
namespace {

PgnOptions pgn_options_from(const Json& settings) {
    return {value_or<std::string>(settings, "event", "?"),
            value_or<std::string>(settings, "site", "?")};
}

/// Throws Error with file and line for settings that a reader of the match could not use.
void check_settings(const JournalReader& journal) {
    const Json& settings = journal.header().settings;
    try {
        (void)schedule_from(settings);
        (void)engines_from(settings);
        if (const auto sprt = sprt_from(settings)) (void)Sprt(*sprt);
        (void)shards_from(settings);
        (void)pgn_options_from(settings);
    } catch (const std::exception& error) {
        throw journal.fault(error.what());
    }
}

/// Throws Error with file and line where a player of the game is none of the match.
void check_players(const JournalReader& journal, const GameRecord& record,
                   const std::vector<std::string>& names) {
    for (const std::string& name : record.names)
        if (std::ranges::find(names, name) == names.end())
            throw journal.fault("no engine is called " + in_quotes(name));
}

} // namespace

MatchHistory read_journals(const std::vector<std::string>& files, KeptActions kept) {
    assert(!files.empty());
    MatchHistory history;
    ShardSet shards;
    std::map<int, const std::string*> sources;
    for (const std::string& file : files) {
        if (std::ranges::count(files, file) > 1) throw Error(file + " is named twice");
        JournalReader journal(file);
        Json settings = journal.header().settings;
        check_settings(journal);
        const auto names = names_of(engines_from(settings));
        shards.add(file, shards_from(settings));
        settings.erase("shard");
        if (history.settings.is_null()) {
            history.settings = settings;
            history.rules = journal.rules();
        }
        // A journal may have begun with fewer rounds than it, or another shard, has now.
        std::size_t most = 0;
        const auto grow = [&](std::size_t rounds) {
            if (rounds <= most) return;
            most = rounds;
            history.settings = extended(std::move(history.settings), rounds);
            settings = extended(std::move(settings), rounds);
        };
        for (const Json& rounds :
             {history.settings.value("rounds", Json()), settings.value("rounds", Json())})
            if (rounds.is_number_unsigned()) grow(rounds.get<std::size_t>());
        if (const auto other = difference(history.settings, settings))
            throw Error(file + " is the journal of another match (" + *other + ')');
        while (auto record = journal.next()) {
            const int number = record->number;
            check_players(journal, *record, names);
            if (kept == KeptActions::Forfeited) {
                std::erase_if(record->actions,
                              [](const auto& action) { return action.forfeited.empty(); });
                record->actions.shrink_to_fit();
            }
            grow(static_cast<std::size_t>(std::max(record->round, 0)));
            if (!history.games.try_emplace(number, std::move(*record)).second)
                throw Error("game " + std::to_string(number) +
                            (sources[number] == &file
                                 ? " stands twice in "
                                 : " is in both " + *sources[number] + " and ") +
                            file);
            sources[number] = &file;
        }
        history.sizes.push_back(journal.size());
    }
    history.missing = shards.missing();
    if (!history.missing.empty())
        for (const Shard& shard : shards.held())
            history.settings["shard"].push_back(to_text(shard));
    return history;
}

std::string joined_journals(const std::vector<std::string>& files, const MatchHistory& read) {
    std::string journal = journal_line(JournalHeader{read.settings, {}, 0, 0});
    for (std::size_t i = 0; i < files.size(); ++i) {
        std::ifstream in = open_text(files[i]);
        auto at = static_cast<std::uintmax_t>(in.tellg());
        std::string line;
        std::getline(in, line); // the settings
        for (at += line.size() + 1; at < read.sizes[i]; at += line.size() + 1) {
            if (!std::getline(in, line)) throw Error(files[i] + " has become shorter");
            journal += line + '\n';
        }
    }
    return journal;
}

namespace {

/// Numbers the encounters. True when each is of two games with colours swapped.
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
                        ", those before of " + settings.rules.variant + ": a match has one");
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

} // namespace agon::match
