#include "tools/lab/train/samples.hpp"

#include "engine/game/turn.hpp"
#include "engine/game/zobrist.hpp"
#include "engine/rules/presets.hpp"
#include "search/nnue/network.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace agon::train {
namespace {

namespace nnue = search::nnue;

constexpr std::size_t HELD_OUT_EVERY = 20;

Sample sample_of(const RuleSet& rules, const Position& position, double target) {
    const Side us = chooser(rules, position);
    Sample sample{};
    const nnue::Pieces pieces(rules, position);
    pieces.occupied().for_each([&](Cell cell) {
        const std::size_t plane = pieces.plane(cell) ^ index(us) * nnue::THEIRS;
        sample.pieces[sample.piece_count++] =
            static_cast<std::uint16_t>((pieces.threatened.contains(cell) ? THREATENED : 0) |
                                       plane << 7 | static_cast<std::size_t>(cell.index()));
    });
    sample.reserve = {pieces.reserve[us], pieces.reserve[~us]};
    sample.bucket = static_cast<std::uint8_t>(nnue::bucket(rules, position));
    sample.target = static_cast<float>(target);
    return sample;
}

double logistic(double score) { return 1 / (1 + std::exp(-score / nnue::SCORE_ONE)); }

void add_game(Samples& samples, const RecordedGame& record, const SampleSettings& settings) {
    const auto known = std::ranges::find(samples.rules, record.rules);
    const auto rules = static_cast<std::uint8_t>(known - samples.rules.begin());
    if (known == samples.rules.end()) {
        samples.rules.push_back(record.rules);
        samples.games.push_back(0);
    }
    const std::uint64_t count = ++samples.games[rules];
    // The second of each twenty, so that two games are enough to learn from.
    const bool held_out =
        settings.by_number ? record.number % HELD_OUT_EVERY == 0 : count % HELD_OUT_EVERY == 2;
    auto& list = held_out ? samples.held_out : samples.learned;
    Game game(record.rules, record.start, {.repetition = 0, .no_progress = 0});
    for (const RecordedAction& action : record.actions) {
        if (!action.best_captures && action.score != NO_SCORE) {
            const int result = !record.winner ? 0 : *record.winner == game.chooser() ? 1 : -1;
            list.push_back(sample_of(record.rules, game.position(),
                                     settings.score_share * logistic(action.score) +
                                         (1 - settings.score_share) * (1 + result) / 2));
            list.back().rules = rules;
            list.back().result = static_cast<std::int8_t>(result);
            list.back().score = static_cast<std::int16_t>(action.score);
        }
        game.play(action.played);
    }
}

} // namespace

std::uint64_t Samples::digest() const {
    std::uint64_t digest = 0;
    const auto add = [&](std::uint64_t value) { digest = zobrist::splitmix64(digest ^ value); };
    for (const Sample& sample : learned) {
        for (std::size_t i = 0; i < sample.piece_count; ++i)
            add(sample.pieces[i] & ~std::uint64_t{THREATENED}); // which follows from the rest
        for (const std::uint8_t value :
             {sample.reserve[0], sample.reserve[1], sample.bucket, sample.rules})
            add(value);
        add(std::bit_cast<std::uint32_t>(sample.target));
    }
    return digest;
}

Samples read_samples(const std::vector<std::string>& files, const SampleSettings& settings) {
    const Presets presets;
    std::vector<RuleSet> wanted;
    for (const std::string& name : settings.variants) wanted.push_back(presets.at(name).rules);
    Samples samples;
    for (const std::string& file : files) {
        GameReader reader(file);
        while (const auto game = reader.next())
            if (wanted.empty() || std::ranges::find(wanted, game->rules) != wanted.end())
                add_game(samples, *game, settings);
    }
    return samples;
}

} // namespace agon::train
