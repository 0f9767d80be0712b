#include "tools/arena/journal/journals.hpp"

#include "engine/error.hpp"
#include "engine/open_file.hpp"
#include "engine/path_text.hpp"
#include "engine/quote.hpp"
#include "protocol/record/record.hpp"
#include "tools/arena/journal/journal.hpp"
#include "tools/arena/journal/journal_settings.hpp"
#include "tools/arena/journal/json_values.hpp"
#include "tools/arena/stats/score_table.hpp"
#include "tools/arena/stats/sprt.hpp"

#include <algorithm>
#include <cassert>
#include <map>

namespace agon::arena {
namespace {

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

/// Throws Error with file and line if a player of the game is not in the match.
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
        JournalReader journal(path_of(file));
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

void join_journals(const std::vector<std::string>& files, const MatchHistory& read,
                   const Append& append) {
    append(journal_line(JournalHeader{read.settings, {}, 0, 0}));
    for (std::size_t i = 0; i < files.size(); ++i) {
        std::ifstream in = open_text(path_of(files[i]));
        auto at = static_cast<std::uintmax_t>(in.tellg());
        std::string line;
        std::getline(in, line); // the settings
        for (at += line.size() + 1; at < read.sizes[i]; at += line.size() + 1) {
            if (!std::getline(in, line)) throw Error(files[i] + " has become shorter");
            append(line + '\n');
        }
    }
}

} // namespace agon::arena
