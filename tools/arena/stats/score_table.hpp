// The results of a match so far, and their text (arena.md, Statistics).
#pragma once

#include "protocol/record/record.hpp"
#include "protocol/record/result.hpp"
#include "tools/arena/schedule/schedule.hpp"
#include "tools/arena/stats/rating_list.hpp"
#include "tools/arena/stats/sprt.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace agon::arena {

/// Results from one engine's side.
struct Score {
    std::array<std::uint64_t, 3> games{}; ///< lost, drawn, won
    std::array<std::uint64_t, 5> pairs{}; ///< by half points
    std::uint64_t split_pairs = 0;        ///< pairs of a win and a loss
    PerSide<std::array<std::uint64_t, 3>> by_side{};
    std::array<std::uint64_t, FAULTS> faults{}; ///< by Fault

    [[nodiscard]] std::uint64_t played() const { return games[0] + games[1] + games[2]; }
    [[nodiscard]] double points() const {
        return static_cast<double>(games[2]) + static_cast<double>(games[1]) / 2;
    }
};

/// The scheduled game of a record. Throws Error if a name in the record is not an engine's.
[[nodiscard]] ScheduledGame played_game(const GameRecord& record,
                                        const std::vector<std::string>& names);

/// With `digits` decimals, and never "-0.00": a value that rounds to 0 has no sign.
[[nodiscard]] std::string fixed(double value, int digits = 2);
/// "12.34 +/- 5.67".
[[nodiscard]] std::string to_text(const Estimate& estimate);
/// The PGN's termination, or for `normal` the rule in the brackets of the reason.
[[nodiscard]] std::string ending_of(const Verdict& verdict);

class ScoreTable {
public:
    /// `paired`: encounters are of two games with colours swapped, and are the unit of statistics.
    /// The texts are for standard output, so they have the names in ASCII: `?` for other bytes.
    ScoreTable(std::vector<std::string> names, bool paired);

    /// `forfeited`: forfeited turns by side. A game of an engine against itself does not measure
    /// its strength: it counts only in Score::by_side, faults and endings. Precondition: the
    /// verdict is not Unfinished.
    void add(const ScheduledGame& game, const Verdict& verdict,
             const PerSide<std::uint64_t>& forfeited = {});

    [[nodiscard]] const Score& score(std::size_t engine) const { return scores_[engine]; }
    [[nodiscard]] bool paired() const { return paired_; }
    /// The units that rate an engine: pairs, or games if not paired(). A view of this table.
    [[nodiscard]] Cells cells(std::size_t engine) const;

    /// The rating list of the engines, from these units; see tournament_ratings().
    [[nodiscard]] RatingList ratings() const { return tournament_ratings(names_.size(), units_); }

    /// "Elo: 12.34 +/- 5.67", of the first engine.
    [[nodiscard]] std::string lead() const;
    /// For two engines the rating of the first, for more a ranking: by ratings(), or in the order
    /// of `places` if there are any (Schedule::places()); empty for one engine. No blank lines.
    [[nodiscard]] std::string summary(const std::vector<std::size_t>& places = {}) const;
    /// Each engine's results by colour and its faults; then the endings.
    [[nodiscard]] std::string details() const;

private:
    [[nodiscard]] std::string duel() const;
    [[nodiscard]] std::string ranks(std::vector<std::size_t> order) const;

    std::vector<std::string> names_;
    bool paired_;
    std::vector<Score> scores_;
    std::map<std::size_t, std::size_t> half_encounters_; ///< white's half points in the first game
    RatedResults units_;
    std::map<std::string, int> endings_;
};

/// The units of the test for the first engine: pairs, or games under the Bayesian model.
[[nodiscard]] Cells sprt_cells(const Sprt& sprt, const ScoreTable& table);
/// The expected number of further games, a whole one; nullopt once the test is decided and where
/// it cannot be told.
[[nodiscard]] std::optional<double> sprt_games_left(const Sprt& sprt, Cells cells);
/// "LLR: 1.20 (-2.94, 2.94) [0.00, 5.00], about 340 games left".
[[nodiscard]] std::string sprt_line(const Sprt& sprt, Cells cells);
[[nodiscard]] inline std::string sprt_line(const Sprt& sprt, const ScoreTable& table) {
    return sprt_line(sprt, sprt_cells(sprt, table));
}
/// "SPRT completed: H1 was accepted", of Sprt::accepted().
[[nodiscard]] std::string verdict_line(std::string_view accepted);

} // namespace agon::arena
