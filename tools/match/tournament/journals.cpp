#include "tools/match/tournament/journals.hpp"

#include "engine/error.hpp"
#include "tools/match/tournament/journal_settings.hpp"

#include <cassert>

namespace agon::match {
MatchHistory read_journals(const std::vector<std::string>& files) {
    assert(!files.empty());
    MatchHistory history;
    ShardSet shards;
    std::map<int, std::string> sources;
    for (const std::string& file : files) {
        JournalReader journal(file);
        Json settings = journal.header().settings;
        shards.add(file, shards_from(settings));
        settings.erase("shard");
        if (history.settings.is_null()) {
            history.settings = settings;
            history.rules = journal.rules();
        }
        if (const auto other = difference(history.settings, settings))
            throw Error(file + " is the journal of another match (" + *other + ')');
        while (auto record = journal.next()) {
            const int number = record->number;
            if (!history.games.try_emplace(number, std::move(*record)).second)
                throw Error("game " + std::to_string(number) + " is in both " + sources[number] +
                            " and " + file);
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
