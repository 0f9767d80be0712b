#include "tools/match/tournament/journals.hpp"

#include "engine/error.hpp"
#include "tools/match/tournament/journal_settings.hpp"

namespace agon::match {

MatchHistory read_journals(const std::vector<std::string>& files) {
    MatchHistory history;
    std::map<int, std::string> sources;
    for (const std::string& file : files) {
        JournalReader journal(file);
        Json settings = journal.header().settings;
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
    return history;
}

} // namespace agon::match
