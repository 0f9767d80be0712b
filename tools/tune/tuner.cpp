#include "tools/tune/tuner.hpp"

#include "tools/tune/coefficients.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cmath>
#include <mutex>
#include <thread>

namespace agon::tune {
namespace {

/// The coefficient of the handicap: as large as those of several pieces, so that the prior holds
/// its weight back no more than theirs.
constexpr float HANDICAP = 10;
/// Logits to a score unit. After few games the best scale of the present weights may be 0.
constexpr double LEAST_SCALE = 1e-4;

std::vector<PlayedGame> play(const RuleSet& rules, const TuneSettings& settings,
                             const GamePlayed& progress) {
    std::vector<PlayedGame> games(static_cast<std::size_t>(settings.games));
    std::atomic<std::size_t> next = 0;
    std::mutex reporting;
    const auto work = [&] {
        search::FixedNodeSearch searcher;
        for (std::size_t i = next++; i < games.size(); i = next++) {
            games[i] = play_game(rules, settings.play, i, searcher);
            const std::lock_guard lock(reporting);
            progress();
        }
    };
    std::vector<std::jthread> others;
    for (int i = 1; i < settings.threads; ++i) others.emplace_back(work);
    work();
    others.clear(); // joins
    return games;
}

double mean_size(std::span<const Sample> samples, std::span<const double> weights) {
    double sum = 0;
    for (const Sample& sample : samples) sum += std::abs(product(sample, weights));
    return sum / static_cast<double>(samples.size());
}

std::vector<double> scaled(std::vector<double> weights, double factor) {
    for (double& weight : weights) weight *= factor;
    return weights;
}

/// The coefficients of a position and one more for the side that searched more, so that the weights
/// do not have to explain its wins.
Sample sample_of(const RuleSet& rules, const PlayedGame& game, const Position& position,
                 double importance) {
    Sample sample{coefficients(rules, position), game.white_score, importance};
    sample.coefficients.push_back(game.stronger == Side::White ? HANDICAP : -HANDICAP);
    return sample;
}

/// Samples of two coefficients: the product with `values`, and the handicap.
std::vector<Sample> summed(std::span<const Sample> samples, std::span<const double> values) {
    std::vector<Sample> sums;
    for (const Sample& sample : samples)
        sums.push_back({{static_cast<float>(product(sample, values)), sample.coefficients.back()},
                        sample.result,
                        sample.importance});
    return sums;
}

/// The loss on held-out samples, with the scale and the weight of the handicap fitted to the
/// others.
double held_out_loss(std::span<const Sample> learnt, std::span<const Sample> held_out,
                     const search::Weights& weights) {
    constexpr double WIDE = 1e3;
    const auto values = free_weights(weights);
    const std::vector<double> none(2);
    return loss(summed(held_out, values), fit(summed(learnt, values), none, WIDE));
}

} // namespace

search::Weights fit_weights(std::span<const Sample> samples, const search::Weights& present,
                            double spread) {
    if (std::ranges::all_of(samples, [](const Sample& sample) { return sample.result == 0.5; }))
        throw Error("these games say nothing: they gave no positions, or only draws");
    const auto prior = free_weights(present);
    const double scale = std::max(best_scale(samples, prior), LEAST_SCALE);
    std::vector<double> start = scaled(prior, scale);
    start.push_back(0); // of the handicap
    std::vector<double> fitted = fit(samples, start, spread * scale);
    fitted.pop_back();
    return to_weights(scaled(fitted, mean_size(samples, prior) / mean_size(samples, fitted)));
}

Tuned tune_weights(const TuneSettings& settings, const GamePlayed& progress) {
    assert(settings.games >= LEAST_GAMES && settings.threads >= 1);
    assert(settings.draws >= 0 && settings.spread > 0);
    const Presets presets;
    const RuleSet& rules = presets.at(settings.variant).rules;
    const search::Weights& present = search::weights_for(rules);
    const auto games = play(rules, settings, progress);
    Tuned tuned;
    std::vector<Sample> learnt, held_out;
    for (std::size_t i = 0; i < games.size(); ++i) {
        const double result = games[i].white_score;
        ++tuned.games[static_cast<std::size_t>(2 - 2 * result)];
        const double importance = result == 0.5 ? settings.draws : 1;
        auto& samples = i % LEAST_GAMES == 0 ? held_out : learnt;
        for (const Position& position : games[i].positions)
            samples.push_back(sample_of(rules, games[i], position, importance));
    }
    tuned.learnt = learnt.size();
    tuned.held_out = held_out.size();
    tuned.weights = fit_weights(learnt, present, settings.spread);
    tuned.loss_before = held_out_loss(learnt, held_out, present);
    tuned.loss_after = held_out_loss(learnt, held_out, tuned.weights);
    return tuned;
}

} // namespace agon::tune
