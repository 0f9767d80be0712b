// Input: a journal.
//
//  - A refusal is one line, with the file and one of its lines.
//  - A game that is read is played by the rules: the referee agrees on each position, those after
//    forfeited turns included.
//  - A game's numbers are those of its line.
//  - Header and games written again are read as the same, and so is the history of the match.
//  - The settings do not differ from themselves.
#include "engine/error.hpp"
#include "engine/game/apply.hpp"
#include "protocol/record/pgn.hpp"
#include "protocol/record/record.hpp"
#include "tests/fuzz/rules_line.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/support/twin.hpp"
#include "tools/arena/journal/journal.hpp"
#include "tools/arena/journal/journal_settings.hpp"
#include "tools/arena/journal/journals.hpp"

#include <optional>
#include <sstream>

using namespace agon;
using namespace agon::arena;

namespace {

constexpr std::size_t MAX_GAMES = 8;

/// Runs `work`; false if it throws an Error, which must be about the file.
template<class Work>
bool done_or_refused(const std::string& file, std::size_t lines, Work work) {
    try {
        work();
        return true;
    } catch (const Error& error) {
        (void)fuzz::named_line(error.what(), file, lines);
    } catch (const std::exception& error) {
        fuzz::broken("what is refused is an Error", error.what());
    }
    return false;
}

void check_game(const GameRecord& record, const support::RulePair& rules) {
    std::optional<support::Twin> twin(std::in_place, rules, to_text(record.first));
    for (const ActionRecord& action : record.actions) {
        if (!action.forfeited.empty()) {
            const Position next = after(rules.engine, twin->position(), Move::pass());
            twin.emplace(rules, to_text(next));
            continue;
        }
        if (!twin->offers(to_text(action.move)))
            fuzz::broken("a journal's actions are legal", to_text(action.move));
        twin->play(action.move);
    }
    if (twin->position() != record.last)
        fuzz::broken("the last position is what the actions lead to", to_text(record.last));
}

/// Every number in `written` stands in `line` too; objects and lists are gone through.
void check_numbers(const Json& written, const Json& line) {
    for (const auto& [key, value] : written.items()) {
        const Json& there = line.is_array() ? line.at(std::stoul(key)) : line.at(key);
        if (value.is_number() && value != there)
            fuzz::broken("a number is read as it stands", key + ": " + line.dump());
        if (value.is_structured() && key != "lines") check_numbers(value, there);
    }
}

void check_lines(const std::vector<GameRecord>& games, const std::string& text) {
    std::istringstream stream(text);
    std::string line;
    std::getline(stream, line); // the header
    for (const GameRecord& game : games) {
        std::getline(stream, line);
        const Json json = Json::parse(line);
        try {
            check_numbers(to_json(game), json);
        } catch (const Json::exception& error) {
            // An action's time is written though it need not be there.
            if (std::string_view(error.what()).find("'us' not found") == std::string_view::npos)
                fuzz::broken("what is read stands there", error.what());
        }
    }
}

void check_written(const JournalHeader& header, const std::vector<GameRecord>& games) {
    const fuzz::MemoryFile file;
    {
        JournalWriter writer(file.path(), header);
        for (const GameRecord& game : games) writer.add(game);
    }
    JournalReader reader(file.path());
    if (reader.header().settings != header.settings || reader.header().log != header.log ||
        reader.header().pgn_begin != header.pgn_begin ||
        reader.header().epd_begin != header.epd_begin)
        fuzz::broken("a header that is written is read as itself", header.settings.dump());
    for (const GameRecord& game : games) {
        const auto read = reader.next();
        if (!read || to_json(*read) != to_json(game) ||
            to_pgn(*read, reader.rules()) != to_pgn(game, reader.rules()))
            fuzz::broken("a game that is written is read as itself", to_json(game).dump());
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    const fuzz::MemoryFile file(text);
    const std::string name = file.path();
    const std::size_t lines = fuzz::count_lines(text);
    std::optional<JournalReader> reader;
    std::vector<GameRecord> games;
    if (!done_or_refused(name, lines, [&] { reader.emplace(name); })) return 0;
    const bool whole = done_or_refused(name, lines, [&] {
        while (auto game = reader->next())
            if (games.size() < MAX_GAMES) games.push_back(std::move(*game));
    });
    if (reader->size() > size) fuzz::broken("no more is read than there is", text);
    const auto rules = fuzz::paired(reader->rules().variant, reader->rules().rules);
    for (const GameRecord& game : games) check_game(game, rules);
    check_lines(games, text);
    check_written(reader->header(), games);
    if (difference(reader->header().settings, reader->header().settings))
        fuzz::broken("settings do not differ from themselves", reader->header().settings.dump());
    if (whole && games.size() < MAX_GAMES) try {
            if (read_journals({name}).games.size() != games.size())
                fuzz::broken("the history has every game", text);
        } catch (const Error& error) {
            // Settings that no match has are refused with file and line, and so is a game that is
            // there twice.
            const std::string_view why = error.what();
            if (!why.starts_with(name + ':') && why.find(" stands twice in ") == why.npos)
                fuzz::broken("the journal of a match is its history", why);
        }
    return 0;
}
