#include "tools/match/tournament/journals.hpp"

#include "engine/error.hpp"
#include "tools/match/tournament/journal_settings.hpp"

#include <algorithm>
#include <cassert>

namespace agon::match {
MatchHistory read_journals(const std::vector<std::string>& files) {
    assert(!files.empty());
    MatchHistory history;
    ShardSet shards;
    std::map<int, std::string> sources;
    for (const std::string& file : files) {
        if (std::ranges::count(files, file) > 1) throw Error(file + " is named twice");
        JournalReader journal(file);
        Json settings = journal.header().settings;
        shards.add(file, shards_from(settings));
        settings.erase("shard");
        if (history.settings.is_null()) {
            history.settings = settings;
            history.rules = journal.rules();
        }
        // Its journal may have begun with fewer rounds than it, or another shard, has now.
        const auto grow = [&](std::size_t rounds) {
            history.settings = grown(std::move(history.settings), rounds);
            settings = grown(std::move(settings), rounds);
        };
        for (const Json& rounds :
             {history.settings.value("rounds", Json()), settings.value("rounds", Json())})
            if (rounds.is_number_unsigned()) grow(rounds.get<std::size_t>());
        if (const auto other = difference(history.settings, settings))
            throw Error(file + " is the journal of another match (" + *other + ')');
        while (auto record = journal.next()) {
            const int number = record->number;
            grow(static_cast<std::size_t>(std::max(record->round, 0)));
            if (!history.games.try_emplace(number, std::move(*record)).second)
                throw Error("game " + std::to_string(number) +
                            (sources[number] == file ? " stands twice in "
                                                     : " is in both " + sources[number] + " and ") +
                            file);
            sources[number] = file;
        }
    }
    history.missing = shards.missing();
    if (!history.missing.empty())
        for (const Shard& shard : shards.held())
            history.settings["shard"].push_back(to_text(shard));
    return history;
}

} // namespace agon::match
