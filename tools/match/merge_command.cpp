#include "tools/match/merge_command.hpp"

#include "engine/error.hpp"
#include "tools/match/journal_settings.hpp"
#include "tools/match/score_table.hpp"

#include <iostream>
#include <map>

namespace agon::match {
namespace {

const char* const USAGE = "agon-match merge JOURNAL... [-o JOURNAL]";

struct Merged {
    Json settings;                                           ///< without the shard
    std::map<int, std::pair<std::string, GameRecord>> games; ///< by number, with the journal's name
};

void read(const std::string& file, Merged& merged) {
    JournalReader journal(file);
    Json settings = journal.header().settings;
    settings.erase("shard");
    if (merged.settings.is_null()) merged.settings = settings;
    if (const auto other = difference(merged.settings, settings))
        throw Error(file + " is the journal of another match (" + *other + ')');
    while (auto record = journal.next()) {
        const int number = record->number;
        const auto [held, is_new] = merged.games.try_emplace(number, file, std::move(*record));
        if (!is_new)
            throw Error("game " + std::to_string(number) + " is in both " + held->second.first +
                        " and " + file);
    }
}

void print(const Merged& merged, std::ostream& out) {
    std::vector<std::string> names;
    for (const Json& engine : merged.settings.at("engines"))
        names.push_back(engine.at("name").get<std::string>());
    ScoreTable table(names, merged.settings.at("games") == 2 && merged.settings.at("swap"));
    for (const auto& [number, game] : merged.games)
        table.add(played_game(game.second, names), game.second.verdict,
                  forfeited_turns(game.second));
    out << "Games: " << merged.games.size() << '\n' << table.summary();
    if (const auto settings = sprt_from(merged.settings)) {
        const Sprt sprt(*settings);
        out << sprt_line(sprt, table) << '\n';
        const double ratio = sprt.llr(sprt_cells(sprt, table));
        if (ratio <= sprt.lower()) out << "SPRT completed: H0 was accepted\n";
        if (ratio >= sprt.upper()) out << "SPRT completed: H1 was accepted\n";
    }
    out << table.details() << std::flush;
}

} // namespace

int merge_command(const std::vector<std::string>& args) {
    Merged merged;
    std::string output;
    for (std::size_t i = 0; i < args.size(); ++i) {
        if (args[i] == "--help") {
            std::cout << USAGE << std::endl;
            return 0;
        }
        if (args[i] != "-o") {
            read(args[i], merged);
            continue;
        }
        if (++i == args.size()) throw Error("-o needs a file");
        output = args[i];
    }
    if (merged.settings.is_null()) throw Error(USAGE);
    if (!output.empty()) {
        if (has_begun(output)) throw Error(output + " is there already");
        JournalWriter journal(output, JournalHeader{merged.settings, {}, 0, 0});
        for (const auto& [number, game] : merged.games) journal.add(game.second);
    }
    print(merged, std::cout);
    return 0;
}

} // namespace agon::match
