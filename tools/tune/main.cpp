// agon-tune: fits the weights of the evaluation to games, and writes them to standard output.
#include "protocol/program/program.hpp"
#include "protocol/program/progress.hpp"
#include "tools/tune/coefficients.hpp"
#include "tools/tune/tuner.hpp"

#include <unistd.h>

#include <iostream>

namespace {

using agon::program::Words;

constexpr const char* USAGE = R"(agon-tune [OPTIONS]

Weights of the evaluation, fitted to games of the engine against itself, as
search/eval/weights.cpp has them. The same options and the same engine make the same weights.
)";
constexpr const char* EXAMPLES = R"(  agon-tune --games 500 --threads 4
  agon-tune --variant bloody-queen --seed 2 > weights.txt
)";

int run(const Words& args) {
    const agon::Presets presets;
    agon::tune::TuneSettings settings;
    auto& play = settings.play;
    agon::program::Options options("agon-tune", USAGE, EXAMPLES);
    options.choice("variant", settings.variant,
                   agon::program::words_of(presets.all(), &agon::Preset::name), "rules to play by");
    options.number("games", settings.games, "games to play; every fifth is held out to test on",
                   agon::tune::LEAST_GAMES);
    options.number("nodes", play.nodes, "of the search of each action", 1);
    options.number("handicap", play.handicap, "one side, in turn, has so many times fewer", 1);
    options.number("seed", play.seed, "of the random actions", 0);
    options.number("random", play.most_random, "random actions that a game begins with, 4 to N",
                   agon::tune::LEAST_RANDOM);
    options.number("actions", play.most_actions, "of a game, after which it is a draw", 1);
    options.number("positions", play.positions, "to take from a game at most", 1);
    options.number("draws", settings.draws,
                   "weight of a position of a drawn game, that of a decided game being 1", 0);
    options.number("spread", settings.spread,
                   "how far a weight may move from the present one where games say little, in "
                   "score units",
                   1);
    options.number("threads", settings.threads, "games at a time", 1, 1024);
    if (!options.read(args)) return 0;
    using agon::program::Progress;
    Progress progress(0, Progress::Clock::now());
    agon::program::StatusLine line(std::cerr, isatty(STDERR_FILENO) != 0);
    const auto tuned = agon::tune::tune_weights(settings, [&] {
        progress.finished();
        line.draw(progress.bar(static_cast<std::size_t>(settings.games), Progress::Clock::now()));
    });
    line.clear();
    std::cout << fmt::format(
        "// games: {} won by white, {} by black, {} drawn; positions: {} learnt from, {} held out\n"
        "// loss on the games held out: {:.4f} of the present weights, {:.4f} of these, 0.6931 of "
        "a guess\n{}",
        tuned.games[0], tuned.games[2], tuned.games[1], tuned.learnt, tuned.held_out,
        tuned.loss_before, tuned.loss_after, agon::tune::to_source(tuned.weights));
    return 0;
}

} // namespace

int main(int argc, char** argv) { return agon::program::run_main("agon-tune", argc, argv, run); }
