#include "tools/match/report/curves.hpp"

#include <algorithm>
#include <numeric>

namespace agon::match {
namespace {

constexpr std::size_t MOST_POINTS = 400; // more cannot be seen

/// Calls visit(games, table) after so many games as make a point, the last always.
template<class Visit>
void sample(const std::vector<std::string>& names, bool paired, std::span<const ReportedGame> games,
            Visit visit) {
    ScoreTable table(names, paired);
    // In whole encounters, of which half ones say nothing.
    const std::size_t step = 2 * (games.size() / (2 * MOST_POINTS) + 1);
    for (std::size_t i = 0; i < games.size(); ++i) {
        table.add(games[i].game, games[i].verdict, games[i].forfeited);
        if ((i + 1) % step == 0 || i + 1 == games.size()) visit(static_cast<double>(i + 1), table);
    }
}

bool any(Cells cells) { return std::accumulate(cells.begin(), cells.end(), std::uint64_t{0}) != 0; }

} // namespace

Chart elo_chart(const std::vector<std::string>& names, bool paired,
                std::span<const ReportedGame> games) {
    const bool duel = names.size() == 2;
    Chart chart{duel ? "Elo of " + names[0] + " against " + names[1] + ", with its 95 % interval"
                     : "Elo of each engine",
                std::vector<ChartLine>(duel ? 1 : names.size()),
                {}};
    for (std::size_t engine = 0; engine < chart.lines.size(); ++engine)
        chart.lines[engine].name = names[engine];
    sample(names, paired, games, [&](double count, const ScoreTable& table) {
        for (std::size_t engine = 0; engine < chart.lines.size(); ++engine) {
            if (!any(table.cells(engine))) continue;
            const Estimate elo = rate(table.cells(engine)).elo;
            chart.lines[engine].points.push_back({count, elo.value, duel ? elo.error : 0});
        }
    });
    return chart;
}

Chart llr_chart(const std::vector<std::string>& names, bool paired, const Sprt& sprt,
                std::span<const ReportedGame> games) {
    Chart chart{"Log likelihood ratio of the SPRT, between its bounds",
                {{"LLR", {}}},
                {{"H1 is accepted above", sprt.upper()}, {"H0 is accepted below", sprt.lower()}}};
    sample(names, paired, games, [&](double count, const ScoreTable& table) {
        chart.lines[0].points.push_back({count, sprt.llr(sprt_cells(sprt, table))});
    });
    return chart;
}

} // namespace agon::match
