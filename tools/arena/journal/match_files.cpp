#include "tools/arena/journal/match_files.hpp"

#include "engine/error.hpp"
#include "engine/path_text.hpp"
#include "protocol/record/distinct_files.hpp"
#include "protocol/record/epd.hpp"
#include "protocol/record/game_file.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/openings.hpp"
#include "protocol/record/pgn.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/record_file.hpp"
#include "protocol/record/result.hpp"
#include "protocol/record/writable.hpp"
#include "tools/arena/journal/journal.hpp"
#include "tools/arena/journal/journal_settings.hpp"

#include <set>

namespace agon::arena {

MatchFiles::MatchFiles(const MatchSettings& settings, std::span<const Opening> openings)
    : settings_(settings) {
    for (const auto* file : {&settings.pgn, &settings.epd, &settings.journal, &settings.log})
        if (!file->empty()) require_writable(*file);
    require_distinct(settings.inputs, {{"-journal", settings.journal},
                                       {"-pgnout", settings.pgn},
                                       {"-epdout", settings.epd},
                                       {"-log", settings.log}});
    JournalHeader header;
    header.settings = settings_json(settings, openings);
    if (!settings.log.empty()) header.log = utf8_of(std::filesystem::absolute(settings.log));
    if (!settings.journal.empty()) {
        locked_.emplace(settings.journal);
        if (has_begun(settings.journal)) earlier_.emplace(settings.journal);
    }
    if (earlier_)
        if (const auto other = difference(
                extended(earlier_->header().settings, settings.schedule.rounds), header.settings))
            throw Error(utf8_of(settings.journal) + " is the journal of another match (" + *other +
                        "); move it away, or name another with -journal file=");
    if (!settings.pgn.empty()) pgn_.emplace(settings.pgn);
    if (!settings.epd.empty()) epd_.emplace(settings.epd);
    if (earlier_) {
        if (pgn_) pgn_->resume(earlier_->header().pgn_begin);
        if (epd_) epd_->resume(earlier_->header().epd_begin);
        return;
    }
    if (pgn_) {
        require_kind(settings.pgn, PGN_KIND);
        pgn_->end_line();
        header.pgn_begin = pgn_->size();
    }
    if (epd_) {
        require_kind(settings.epd, EPD_KIND);
        epd_->end_line();
        header.epd_begin = epd_->size();
    }
    if (!locked_) return;
    journal_.emplace(*std::move(locked_), header);
    journal_->sync();
}

void MatchFiles::resume(const std::function<void(const GameRecord&)>& each) {
    std::set<int> numbers;
    while (auto record = earlier_ ? earlier_->next() : std::nullopt) {
        const std::string game = "game " + std::to_string(record->number);
        if (record->verdict.result == Result::Unfinished)
            throw earlier_->fault(game + " is unfinished, so this is not the journal of a match");
        if (!numbers.insert(record->number).second)
            throw earlier_->fault(game + " occurs here a second time; remove one of the lines");
        for (const Side side : BOTH_SIDES)
            for (const EngineConfig& engine : settings_.engines)
                if (engine.name == record->names[side])
                    record->controls[side] = engine.time_control;
        each(*record);
        write(*record);
    }
}

void MatchFiles::resumed() {
    if (!earlier_) return;
    if (pgn_) pgn_->resumed();
    if (epd_) epd_->resumed();
    journal_.emplace(*std::move(locked_), earlier_->size());
    earlier_.reset();
}

void MatchFiles::add(const GameRecord& record) {
    if (journal_) {
        journal_->add(record);
        journal_->sync();
    }
    write(record);
}

void MatchFiles::write(const GameRecord& record) {
    if (pgn_) pgn_->add(to_pgn(record, settings_.rules, settings_.pgn_tags));
    if (epd_) epd_->add(to_epd(record.last) + '\n');
}

} // namespace agon::arena
