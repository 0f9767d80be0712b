#include "tools/match/merge_command.hpp"

#include "engine/error.hpp"
#include "tools/match/journal_settings.hpp"
#include "tools/match/journals.hpp"
#include "tools/match/score_table.hpp"

#include <iostream>

namespace agon::match {
namespace {

const char* const USAGE = "agon-match merge JOURNAL... [-o JOURNAL]";

void print(const MatchHistory& merged, std::ostream& out) {
    const auto names = names_of(engines_from(merged.settings));
    ScoreTable table(names, paired_from(merged.settings));
    for (const auto& [number, game] : merged.games)
        table.add(played_game(game, names), game.verdict, forfeited_turns(game));
    out << "Games: " << merged.games.size() << '\n' << table.summary();
    if (const auto settings = sprt_from(merged.settings)) {
        const Sprt sprt(*settings);
        out << sprt_line(sprt, table) << '\n';
        if (const auto accepted = sprt.accepted(sprt_cells(sprt, table)))
            out << "SPRT completed: " << *accepted << " was accepted\n";
    }
    out << table.details() << std::flush;
}

} // namespace

int merge_command(const std::vector<std::string>& args) {
    std::vector<std::string> journals;
    std::string output;
    for (std::size_t i = 0; i < args.size(); ++i) {
        if (args[i] == "--help") {
            std::cout << USAGE << std::endl;
            return 0;
        }
        if (args[i] != "-o") {
            journals.push_back(args[i]);
            continue;
        }
        if (++i == args.size()) throw Error("-o needs a file");
        output = args[i];
    }
    if (journals.empty()) throw Error(USAGE);
    const MatchHistory merged = read_journals(journals);
    if (!output.empty()) {
        if (has_begun(output)) throw Error(output + " is there already");
        JournalWriter journal(output, JournalHeader{merged.settings, {}, 0, 0});
        for (const auto& [number, game] : merged.games) journal.add(game);
    }
    print(merged, std::cout);
    return 0;
}

} // namespace agon::match
