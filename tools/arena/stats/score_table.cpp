#include "tools/arena/stats/score_table.hpp"

#include "engine/error.hpp"
#include "engine/quote.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/result.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>
#include <cmath>

namespace agon::arena {
namespace {

std::string list(Cells cells) { return fmt::format("[{}]", fmt::join(cells, ", ")); }

std::string won_lost_drawn(const std::array<std::uint64_t, 3>& games) {
    return fmt::format("{}-{}-{}", games[2], games[0], games[1]);
}

/// With two digits; "-" when the divisor is 0.
std::string ratio(std::uint64_t dividend, std::uint64_t divisor) {
    if (divisor == 0) return "-";
    return fixed(static_cast<double>(dividend) / static_cast<double>(divisor));
}

/// "crash 1, illegal 2", or "no faults".
std::string faults_of(const Score& score) {
    std::vector<std::string> faults;
    for (std::size_t i = 0; i < FAULTS; ++i)
        if (score.faults[i] != 0)
            faults.push_back(fmt::format("{} {}", to_text(static_cast<Fault>(i)), score.faults[i]));
    return faults.empty() ? "no faults" : fmt::format("{}", fmt::join(faults, ", "));
}

} // namespace

std::string fixed(double value, int digits) {
    return fmt::format("{:.{}f}", std::abs(value) < 0.005 ? 0.0 : value, digits);
}

std::string to_text(const Estimate& estimate) {
    return fmt::format("{} +/- {}", fixed(estimate.value), fixed(std::max(estimate.error, 0.01)));
}

std::string ending_of(const Verdict& verdict) {
    if (verdict.termination != Termination::Normal)
        return std::string(to_text(verdict.termination));
    const auto open = verdict.reason.find('('), close = verdict.reason.find(')');
    if (open == std::string::npos || close == std::string::npos) return "normal";
    return verdict.reason.substr(open + 1, close - open - 1);
}

ScheduledGame played_game(const GameRecord& record, const std::vector<std::string>& names) {
    ScheduledGame game{};
    game.number = static_cast<std::size_t>(record.number);
    game.round = static_cast<std::size_t>(record.round);
    game.encounter = record.encounter;
    for (const Side side : BOTH_SIDES) {
        const auto found = std::ranges::find(names, record.names[side]);
        if (found == names.end())
            throw Error(
                fmt::format("game {}: no engine is called {}", record.number, record.names[side]));
        game.players[side] = static_cast<std::size_t>(found - names.begin());
    }
    game.first = std::ranges::min(game.players);
    return game;
}

ScoreTable::ScoreTable(std::vector<std::string> names, bool paired)
    : names_(std::move(names)), paired_(paired), scores_(names_.size()) {
    for (std::string& name : names_) name = replace_controls(std::move(name));
}

void ScoreTable::add(const ScheduledGame& game, const Verdict& verdict,
                     const PerSide<std::uint64_t>& forfeited) {
    assert(verdict.result != Result::Unfinished);
    const bool against_itself = game.players[0] == game.players[1];
    ++endings_[ending_of(verdict)];
    for (const Side side : BOTH_SIDES) {
        const std::size_t points = half_points(verdict.result, side);
        Score& score = scores_[game.players[side]];
        if (!against_itself) ++score.games[points];
        ++score.by_side[side][points];
        score.faults[static_cast<std::size_t>(Fault::Illegal)] += forfeited[side];
        if (verdict.fault && points == 0) ++score.faults[static_cast<std::size_t>(*verdict.fault)];
    }
    if (against_itself) return;
    const std::size_t points = half_points(verdict.result, Side::White);
    if (!paired_) {
        ++units_[{game.players[0], game.players[1], points, std::nullopt}];
        return;
    }
    const auto [other, is_first] = half_encounters_.emplace(game.encounter, points);
    if (is_first) return;
    const RatedUnit unit{game.players[1], game.players[0], other->second, points};
    half_encounters_.erase(other);
    ++units_[unit];
    const std::size_t sum = half_points_of(unit);
    Score& first = scores_[unit.white];
    Score& second = scores_[unit.black];
    ++first.pairs[sum];
    ++second.pairs[4 - sum];
    if (sum == 2 && points != 1) ++first.split_pairs, ++second.split_pairs;
}

Cells ScoreTable::cells(std::size_t engine) const {
    if (paired_) return scores_[engine].pairs;
    return scores_[engine].games;
}

std::string ScoreTable::lead() const { return "Elo: " + to_text(rate(cells(0)).elo); }

std::string ScoreTable::summary(const std::vector<std::size_t>& places) const {
    if (names_.size() < 2) return ""; // games of one engine against itself
    return names_.size() == 2 ? duel() : ranks(places);
}

std::string ScoreTable::duel() const {
    const Score& score = scores_[0];
    const Rating rating = rate(cells(0));
    const auto games = score.played();
    const auto& pairs = score.pairs;
    const double share = games == 0 ? 0.5 : score.points() / static_cast<double>(games);
    std::string text =
        fmt::format("Results of {} vs {}:\nElo: {}, nElo: {}\nLOS: {} %, DrawRatio: {} %",
                    names_[0], names_[1], to_text(rating.elo), to_text(rating.normalized),
                    fixed(rating.los * 100), fixed(rating.draw_ratio * 100));
    if (paired_) text += ", PairsRatio: " + ratio(pairs[3] + pairs[4], pairs[0] + pairs[1]);
    text += fmt::format("\nGames: {}, Wins: {}, Losses: {}, Draws: {}, Points: {} ({} %)\n", games,
                        score.games[2], score.games[0], score.games[1], fixed(score.points(), 1),
                        fixed(share * 100));
    if (paired_)
        text += fmt::format("Ptnml(0-2): {}, WL/DD Ratio: {}\n", list(pairs),
                            ratio(score.split_pairs, pairs[2] - score.split_pairs));
    return text;
}

std::string ScoreTable::ranks(std::vector<std::size_t> order) const {
    const RatingList rated = ratings();
    if (order.empty()) order = rated.order();
    std::size_t width = 4;
    for (const auto& name : names_) width = std::max(width, name.size());
    std::string text = fmt::format("Rank {:{}} {:>19} {:>19} {:>7} {:>8}{}\n", "Name", width, "Elo",
                                   "nElo", "Games", "Points", paired_ ? "   Ptnml(0-2)" : "");
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        const Score& score = scores_[order[rank]];
        const Estimate normalized = rate(cells(order[rank])).normalized;
        const auto& elo = rated.elo(order[rank]);
        text += fmt::format("{:4} {:{}}{:>20}{:>20}{:8}{:>9}{}\n", rank + 1, names_[order[rank]],
                            width, elo ? to_text(*elo) : "-", to_text(normalized), score.played(),
                            fixed(score.points(), 1),
                            paired_ ? "   " + list(score.pairs) : std::string());
    }
    return text;
}

std::string ScoreTable::details() const {
    std::string text;
    for (std::size_t engine = 0; engine < names_.size(); ++engine) {
        const auto &white = scores_[engine].by_side[0], &black = scores_[engine].by_side[1];
        text +=
            fmt::format("{}: won-lost-drawn {} as white, {} as black; {}\n", names_[engine],
                        won_lost_drawn(white), won_lost_drawn(black), faults_of(scores_[engine]));
    }
    std::vector<std::string> endings;
    for (const auto& [ending, count] : endings_)
        endings.push_back(fmt::format("{} {}", replace_controls(ending), count));
    return text + fmt::format("Endings: {}\n", endings.empty()
                                                   ? "none"
                                                   : fmt::format("{}", fmt::join(endings, ", ")));
}

Cells sprt_cells(const Sprt& sprt, const ScoreTable& table) {
    if (sprt.settings().model == SprtModel::Bayesian) return table.score(0).games;
    return table.cells(0);
}

std::optional<double> sprt_games_left(const Sprt& sprt, Cells cells) {
    const auto units = sprt.units_left(cells);
    if (!units || *units <= 0) return std::nullopt;
    return std::ceil(*units * static_cast<double>(cells.size() - 1) / 2);
}

std::string sprt_line(const Sprt& sprt, Cells cells) {
    const SprtSettings& settings = sprt.settings();
    std::string text =
        fmt::format("LLR: {} ({}, {}) [{}, {}]", fixed(sprt.llr(cells)), fixed(sprt.lower()),
                    fixed(sprt.upper()), fixed(settings.elo0), fixed(settings.elo1));
    if (const auto games = sprt_games_left(sprt, cells))
        text += fmt::format(", about {:.0f} games left", *games);
    return text;
}

std::string verdict_line(std::string_view accepted) {
    return fmt::format("SPRT completed: {} was accepted", accepted);
}

} // namespace agon::arena
