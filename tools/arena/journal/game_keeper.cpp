#include "tools/arena/journal/game_keeper.hpp"

#include "protocol/record/match_rules.hpp"
#include "protocol/record/openings.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/record_file.hpp"
#include "tools/arena/journal/journal.hpp"
#include "tools/arena/journal/journal_settings.hpp"

namespace agon::arena {

void GameKeeper::keep(const GameRecord& record, const MatchRules& rules, const Opening& opening) {
    if (std::exchange(goes_on_, false)) {
        const auto name = std::filesystem::path(kept_in()).replace_extension(u8".jsonl");
        if (std::filesystem::exists(name)) {
            RecordFile file(name);
            std::string text = file.tail(file.size());
            journal_.emplace(std::move(file), std::move(text));
        }
    }
    pgn_.keep(record, rules);
    if (kept_in().empty()) {
        if (journal_) journal_->withdraw();
        return journal_.reset();
    }
    if (!journal_ && !taken_) {
        const auto name = std::filesystem::path(kept_in()).replace_extension(u8".jsonl");
        auto file =
            named_ ? RecordFile::create(name) : std::optional(RecordFile::create_unused(name));
        taken_ = !file;
        if (file) journal_.emplace(*std::move(file));
    }
    if (!journal_) return;
    MatchSettings settings = settings_;
    settings.rules = rules;
    for (const Side side : BOTH_SIDES) settings.engines[index(side)].name = record.names[side];
    settings.schedule = {.rounds = 1, .games = 1};
    const JournalHeader header{.settings = settings_json(settings, {&opening, 1}), .log = ""};
    journal_->write(journal_line(header) + journal_line(record));
}

void GameKeeper::begin_next() {
    pgn_.begin_next();
    journal_.reset();
    taken_ = false;
}

} // namespace agon::arena
