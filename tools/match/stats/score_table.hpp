// What a match has brought so far, and how it is printed.
#pragma once

#include "tools/match/game/record.hpp"
#include "tools/match/schedule/schedule.hpp"
#include "tools/match/stats/sprt.hpp"

#include <map>
#include <string>
#include <vector>

namespace agon::match {

/// Results from one engine's side.
struct Score {
    std::array<std::uint64_t, 3> games{}; ///< lost, drawn, won
    std::array<std::uint64_t, 5> pairs{}; ///< by half points
    std::uint64_t split_pairs = 0;        ///< of the even ones, those of a win and a loss
    std::array<std::array<std::uint64_t, 3>, 2> by_side{};
    std::array<std::uint64_t, FAULTS> faults{}; ///< by Fault

    [[nodiscard]] std::uint64_t played() const { return games[0] + games[1] + games[2]; }
    [[nodiscard]] double points() const {
        return static_cast<double>(games[2]) + static_cast<double>(games[1]) / 2;
    }
};

/// A game of the schedule as its record tells it. Throws Error when no engine has its names.
[[nodiscard]] ScheduledGame played_game(const GameRecord& record,
                                        const std::vector<std::string>& names);

/// With so many decimals; what is less than 0.005 from 0 is 0, so never "-0.00".
[[nodiscard]] std::string fixed(double value, int digits = 2);
/// "12.34 +/- 5.67".
[[nodiscard]] std::string to_text(const Estimate& estimate);
/// What PGN calls the termination, or the rule in the reason's brackets.
[[nodiscard]] std::string ending_of(const Verdict& verdict);

class ScoreTable {
public:
    /// `paired`: encounters are of two games with colours swapped, and are the unit of statistics.
    ScoreTable(std::vector<std::string> names, bool paired);

    /// `forfeited`: turns by side, each an illegal action. Precondition: the verdict has a result.
    void add(const ScheduledGame& game, const Verdict& verdict,
             const std::array<std::uint64_t, 2>& forfeited = {});

    [[nodiscard]] const Score& score(std::size_t engine) const { return scores_[engine]; }
    [[nodiscard]] bool paired() const { return paired_; }
    /// What ratings of an engine are made from: pairs, or games where they are not paired(). A view
    /// of this table.
    [[nodiscard]] Cells cells(std::size_t engine) const;

    /// "Elo: 12.34 +/- 5.67" of the first engine.
    [[nodiscard]] std::string lead() const;
    /// Lines without a blank one: of two engines the first's lead, of more the ranks.
    [[nodiscard]] std::string summary() const;
    /// Results by colour and each engine's faults; results by ending.
    [[nodiscard]] std::string details() const;

private:
    [[nodiscard]] std::string duel() const;
    [[nodiscard]] std::string ranks() const;

    std::vector<std::string> names_;
    bool paired_;
    std::vector<Score> scores_;
    std::map<std::size_t, int> half_encounters_; ///< half points of the pairing's first engine
    std::map<std::string, int> endings_;
};

/// "LLR: 1.20 (-2.94, 2.94) [0.00, 5.00], about 340 games left".
[[nodiscard]] std::string sprt_line(const Sprt& sprt, const ScoreTable& table);
/// Pairs, or games under the Bayesian model: what the test looks at, the first engine's.
[[nodiscard]] Cells sprt_cells(const Sprt& sprt, const ScoreTable& table);

} // namespace agon::match
