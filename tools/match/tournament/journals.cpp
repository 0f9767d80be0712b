#include "tools/match/tournament/journals.hpp"

#include "engine/error.hpp"
#include "tools/match/tournament/journal_settings.hpp"

#include <cassert>
#include <set>

namespace agon::match {
namespace {

/// The shards of a match that journals hold.
class Shards {
public:
    /// Throws Error naming the file when its match was divided into another number of shards.
    void add(const std::string& file, const std::vector<Shard>& shards) {
        if (shards.empty()) whole_ = true;
        for (const Shard& shard : shards) {
            if (!parts_.empty() && shard.count != count_)
                throw Error(file + " is shard " + to_text(shard) + ", but other journals are of " +
                            std::to_string(count_) + " shards");
            count_ = shard.count;
            parts_.insert(shard.part);
        }
    }

    [[nodiscard]] std::vector<Shard> held() const {
        std::vector<Shard> shards;
        for (const std::size_t part : parts_) shards.push_back({part, count_});
        return shards;
    }
    [[nodiscard]] std::vector<Shard> missing() const {
        std::vector<Shard> shards;
        for (std::size_t part = 1; part <= count_ && !whole_; ++part)
            if (!parts_.contains(part)) shards.push_back({part, count_});
        return shards;
    }

private:
    std::set<std::size_t> parts_;
    std::size_t count_ = 0;
    bool whole_ = false; ///< one journal is not that of a shard
};

} // namespace

MatchHistory read_journals(const std::vector<std::string>& files) {
    assert(!files.empty());
    MatchHistory history;
    Shards shards;
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
