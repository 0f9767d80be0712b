#include "tools/match/tournament/match_files.hpp"

#include "engine/error.hpp"
#include "tools/match/formats/openings.hpp"
#include "tools/match/formats/pgn.hpp"
#include "tools/match/tournament/journal_settings.hpp"

namespace agon::match {

MatchFiles::MatchFiles(const MatchSettings& settings, std::span<const Opening> openings)
    : settings_(settings) {
    for (const auto* file : {&settings.pgn, &settings.epd, &settings.journal, &settings.log})
        if (!file->empty()) require_writable(*file);
    JournalHeader header;
    header.settings = settings_json(settings, openings);
    if (!settings.log.empty()) header.log = std::filesystem::absolute(settings.log);
    header.pgn_begin = size_of(settings.pgn);
    header.epd_begin = size_of(settings.epd);
    if (!settings.journal.empty() && has_begun(settings.journal)) {
        earlier_.emplace(settings.journal);
        if (const auto other = difference(earlier_->header().settings, header.settings))
            throw Error(settings.journal.string() + " is the journal of another match (" + *other +
                        "); move it away, or name another with -journal file=");
        header = earlier_->header();
    }
    if (!settings.pgn.empty()) pgn_.emplace(settings.pgn, header.pgn_begin);
    if (!settings.epd.empty()) epd_.emplace(settings.epd, header.epd_begin);
    if (!settings.journal.empty() && !earlier_) journal_.emplace(settings.journal, header);
}

void MatchFiles::resume(const std::function<void(const GameRecord&)>& each) {
    if (!earlier_) return;
    while (auto record = earlier_->next()) {
        if (record->verdict.result == Result::Unfinished)
            throw Error(settings_.journal.string() + ": game " + std::to_string(record->number) +
                        " was broken off, so this is not the journal of a match");
        for (const Side side : BOTH_SIDES)
            for (const EngineConfig& engine : settings_.engines)
                if (engine.name == record->names[index(side)])
                    record->controls[index(side)] = engine.time_control;
        write(*record);
        each(*record);
    }
    if (pgn_) pgn_->resumed();
    if (epd_) epd_->resumed();
    const auto size = earlier_->size();
    earlier_.reset();
    journal_.emplace(settings_.journal, size);
}

void MatchFiles::add(const GameRecord& record) {
    if (journal_) journal_->add(record);
    write(record);
}

void MatchFiles::write(const GameRecord& record) {
    if (pgn_) pgn_->add(to_pgn(record, settings_.rules, settings_.pgn_tags));
    if (epd_) epd_->add(to_epd(record.last) + '\n');
}

} // namespace agon::match
