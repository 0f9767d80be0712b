#include "tools/match/tournament/game_keeper.hpp"

#include "tools/match/formats/journal.hpp"
#include "tools/match/formats/record_file.hpp"
#include "tools/match/tournament/journal_settings.hpp"

#include <algorithm>

namespace agon::match {

void GameKeeper::keep(const GameRecord& record, const MatchRules& rules) {
    namespace fs = std::filesystem;
    // Actions that a link brought along are no reason to write a file.
    const bool played = std::ranges::any_of(
        record.actions, [](const ActionRecord& action) { return !action.book; });
    GameRecord nothing;
    pgn_.keep(played ? record : nothing, rules);
    if (kept_in().empty()) {
        if (!journal_.empty()) fs::remove(journal_);
        return journal_.clear();
    }
    MatchSettings settings;
    settings.rules = rules;
    settings.engines.assign(engines_.begin(), engines_.end());
    settings.schedule = {.rounds = 1, .games = 1};
    const Opening opening{record.first, true, {}};
    if (journal_.empty()) journal_ = unused(fs::path(kept_in()).replace_extension(".jsonl"));
    fs::path unfinished = journal_;
    unfinished += ".new";
    JournalWriter(unfinished, {.settings = settings_json(settings, {&opening, 1}), .log = ""})
        .add(record);
    fs::rename(unfinished, journal_); // so that the file is whole at every instant
}

void GameKeeper::begin_next() {
    pgn_.begin_next();
    journal_.clear();
}

} // namespace agon::match
