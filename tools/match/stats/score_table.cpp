#include "tools/match/stats/score_table.hpp"

#include "engine/error.hpp"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <numeric>
#include <sstream>

namespace agon::match {
namespace {

std::string list(Cells cells) {
    std::string text;
    for (const auto count : cells) text += (text.empty() ? "[" : ", ") + std::to_string(count);
    return text + ']';
}

std::string won_lost_drawn(const std::array<std::uint64_t, 3>& games) {
    return std::to_string(games[2]) + '-' + std::to_string(games[0]) + '-' +
           std::to_string(games[1]);
}

/// Of counts; "-" where there is none.
std::string ratio(std::uint64_t dividend, std::uint64_t divisor) {
    if (divisor == 0) return "-";
    return fixed(static_cast<double>(dividend) / static_cast<double>(divisor));
}

/// "crash 1, illegal 2", or "no faults".
std::string faults_of(const Score& score) {
    std::string text;
    for (std::size_t i = 0; i < FAULTS; ++i)
        if (score.faults[i] != 0)
            text += (text.empty() ? "" : ", ") + std::string(to_text(static_cast<Fault>(i))) + ' ' +
                    std::to_string(score.faults[i]);
    return text.empty() ? "no faults" : text;
}

} // namespace

std::string fixed(double value, int digits) {
    std::ostringstream text;
    text << std::fixed << std::setprecision(digits) << (std::abs(value) < 0.005 ? 0.0 : value);
    return text.str();
}

std::string to_text(const Estimate& estimate) {
    return fixed(estimate.value) + " +/- " + fixed(std::max(estimate.error, 0.01));
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
        const auto found = std::ranges::find(names, record.names[index(side)]);
        if (found == names.end())
            throw Error("game " + std::to_string(record.number) + ": no engine is called " +
                        record.names[index(side)]);
        game.players[index(side)] = static_cast<std::size_t>(found - names.begin());
    }
    game.first = std::ranges::min(game.players);
    return game;
}

ScoreTable::ScoreTable(std::vector<std::string> names, bool paired)
    : names_(std::move(names)), paired_(paired), scores_(names_.size()) {}

void ScoreTable::add(const ScheduledGame& game, const Verdict& verdict,
                     const std::array<std::uint64_t, 2>& forfeited) {
    ++endings_[ending_of(verdict)];
    for (const Side side : BOTH_SIDES) {
        const std::size_t points = half_points(verdict.result, side);
        Score& score = scores_[game.players[index(side)]];
        ++score.games[points];
        ++score.by_side[index(side)][points];
        score.faults[static_cast<std::size_t>(Fault::Illegal)] += forfeited[index(side)];
        if (verdict.fault && points == 0) ++score.faults[static_cast<std::size_t>(*verdict.fault)];
    }
    if (!paired_) return;
    const Side side = game.players[0] == game.first ? Side::White : Side::Black;
    const auto points = static_cast<int>(half_points(verdict.result, side));
    const auto [other, new_one] = half_encounters_.emplace(game.encounter, points);
    if (new_one) return;
    const auto sum = static_cast<std::size_t>(other->second + points);
    half_encounters_.erase(other);
    Score& first = scores_[game.players[index(side)]];
    Score& second = scores_[game.players[index(~side)]];
    ++first.pairs[sum];
    ++second.pairs[4 - sum];
    if (sum == 2 && points != 1) ++first.split_pairs, ++second.split_pairs;
}

Cells ScoreTable::cells(std::size_t engine) const {
    if (paired_) return scores_[engine].pairs;
    return scores_[engine].games;
}

std::string ScoreTable::lead() const { return "Elo: " + to_text(rate(cells(0)).elo); }

std::string ScoreTable::summary() const { return names_.size() == 2 ? duel() : ranks(); }

std::string ScoreTable::duel() const {
    const Score& score = scores_[0];
    const Rating rating = rate(cells(0));
    const auto games = score.played();
    std::ostringstream text;
    text << "Results of " << names_[0] << " vs " << names_[1] << ":\n"
         << "Elo: " << to_text(rating.elo) << ", nElo: " << to_text(rating.normalized) << '\n'
         << "LOS: " << fixed(rating.los * 100)
         << " %, DrawRatio: " << fixed(rating.draw_ratio * 100) << " %";
    const auto& pairs = score.pairs;
    if (paired_) text << ", PairsRatio: " << ratio(pairs[3] + pairs[4], pairs[0] + pairs[1]);
    text << '\n'
         << "Games: " << games << ", Wins: " << score.games[2] << ", Losses: " << score.games[0]
         << ", Draws: " << score.games[1] << ", Points: " << fixed(score.points(), 1) << " ("
         << fixed(games == 0 ? 50 : score.points() / static_cast<double>(games) * 100) << " %)\n";
    if (paired_)
        text << "Ptnml(0-2): " << list(pairs)
             << ", WL/DD Ratio: " << ratio(score.split_pairs, pairs[2] - score.split_pairs) << '\n';
    return text.str();
}

std::string ScoreTable::ranks() const {
    std::vector<std::size_t> order(names_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::vector<Rating> ratings;
    for (const std::size_t engine : order) ratings.push_back(rate(cells(engine)));
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return ratings[a].elo.value > ratings[b].elo.value;
    });
    std::size_t width = 4;
    for (const auto& name : names_) width = std::max(width, name.size());
    const int column = static_cast<int>(width);
    std::ostringstream text;
    text << "Rank " << std::left << std::setw(column) << "Name" << std::right
         << "                 Elo                nElo   Games   Points"
         << (paired_ ? "   Ptnml(0-2)" : "") << '\n';
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        const Score& score = scores_[order[rank]];
        const Rating& rating = ratings[order[rank]];
        text << std::setw(4) << rank + 1 << ' ' << std::left << std::setw(column)
             << names_[order[rank]] << std::right << std::setw(20) << to_text(rating.elo)
             << std::setw(20) << to_text(rating.normalized) << std::setw(8) << score.played()
             << std::setw(9) << fixed(score.points(), 1);
        if (paired_) text << "   " << list(score.pairs);
        text << '\n';
    }
    return text.str();
}

std::string ScoreTable::details() const {
    std::string text;
    for (std::size_t engine = 0; engine < names_.size(); ++engine) {
        const auto& [white, black] = scores_[engine].by_side;
        text += names_[engine] + ": won-lost-drawn " + won_lost_drawn(white) + " as white, " +
                won_lost_drawn(black) + " as black; " + faults_of(scores_[engine]) + '\n';
    }
    std::string endings;
    for (const auto& [ending, count] : endings_)
        endings += (endings.empty() ? "" : ", ") + ending + ' ' + std::to_string(count);
    return text + "Endings: " + (endings.empty() ? "none" : endings) + '\n';
}

Cells sprt_cells(const Sprt& sprt, const ScoreTable& table) {
    if (sprt.settings().model == SprtModel::Bayesian) return table.score(0).games;
    return table.cells(0);
}

std::string sprt_line(const Sprt& sprt, const ScoreTable& table) {
    const Cells cells = sprt_cells(sprt, table);
    const SprtSettings& settings = sprt.settings();
    std::string text = "LLR: " + fixed(sprt.llr(cells)) + " (" + fixed(sprt.lower()) + ", " +
                       fixed(sprt.upper()) + ") [" + fixed(settings.elo0) + ", " +
                       fixed(settings.elo1) + ']';
    const auto units = sprt.units_left(cells);
    if (units && *units > 0) {
        const double games = *units * static_cast<double>(cells.size() - 1) / 2;
        text += ", about " + fixed(std::ceil(games), 0) + " games left";
    }
    return text;
}

} // namespace agon::match
