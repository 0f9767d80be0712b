#include "engine/error.hpp"
#include "engine/path_text.hpp"
#include "protocol/cli/options.hpp"
#include "protocol/cli/values.hpp"
#include "protocol/record/output_file.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/result.hpp"
#include "tools/arena/cli/commands.hpp"
#include "tools/arena/journal/journal_settings.hpp"
#include "tools/arena/journal/journals.hpp"
#include "tools/arena/stats/score_table.hpp"
#include "tools/arena/tuning/tuning.hpp"
#include "tools/arena/tuning/tunings.hpp"
#include "tools/arena/web/standings.hpp"

#include <filesystem>
#include <iostream>

namespace agon::arena {
namespace {

void print(const MatchHistory& merged, std::ostream& out) {
    const auto names = names_of(engines_from(merged.settings));
    ScoreTable table(names, schedule_from(merged.settings).paired());
    std::size_t unfinished = 0;
    for (const auto& [number, game] : merged.games) {
        if (game.verdict.result == Result::Unfinished)
            ++unfinished;
        else
            table.add(played_game(game, names), game.verdict, forfeited_turns(game));
    }
    out << "Games: " << merged.games.size() - unfinished << '\n';
    if (unfinished != 0) out << "Unfinished, not counted: " << unfinished << '\n';
    out << missing_text(merged.missing);
    out << table.summary(schedule_of(merged, names).schedule().places());
    if (const auto settings = sprt_from(merged.settings)) {
        const Sprt sprt(*settings);
        out << sprt_line(sprt, table) << '\n';
        if (const auto accepted = sprt.accepted(sprt_cells(sprt, table)))
            out << verdict_line(*accepted) << '\n';
    }
    out << table.details() << std::flush;
}

} // namespace

int merge_command(const std::vector<std::string>& args) {
    std::vector<std::string> journals;
    std::string output;
    program::Options options(
        "agon-match merge",
        "agon-match merge JOURNAL... [-o JOURNAL]\n"
        "one table and one SPRT for a match that was played in shards, or the mean of a\n"
        "tuning's shards\n",
        "  agon-match merge 1.jsonl 2.jsonl 3.jsonl 4.jsonl\n"
        "  agon-match merge shard-*.jsonl -o match.jsonl\n");
    options.output("output,o", output, "one journal of all games; must not exist yet")
        .words(journals, "JOURNAL", 1, std::string::npos);
    if (!options.read(args)) return 0;
    if (is_tuning(path_of(journals.front()))) {
        if (!output.empty())
            throw program::UsageError(
                "-o: the shards of a tuning cannot be joined into one journal");
        std::cout << report_text(read_tunings(journals)) << std::flush;
        return 0;
    }
    if (std::filesystem::exists(path_of(output))) throw Error(output + " already exists");
    const MatchHistory merged = read_journals(journals, KeptActions::Forfeited);
    if (!output.empty())
        create_file(path_of(output),
                    [&](const Append& append) { join_journals(journals, merged, append); });
    print(merged, std::cout);
    return 0;
}

} // namespace agon::arena
