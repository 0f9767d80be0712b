// agon-tune: fits the weights of the evaluation to games, and writes them to standard output.
#include "protocol/program/program.hpp"
#include "protocol/program/progress.hpp"
#include "tools/tune/coefficients.hpp"
#include "tools/tune/tuner.hpp"

#include <unistd.h>

#include <cstdio>
#include <iostream>

namespace {

namespace po = boost::program_options;

std::string fixed(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4f", value);
    return text;
}

void print(const agon::tune::Tuned& tuned) {
    const auto& games = tuned.games;
    std::cout << "// games: " << games[0] << " won by white, " << games[2] << " by black, "
              << games[1] << " drawn; positions: " << tuned.learnt << " learnt from, "
              << tuned.held_out << " held out\n"
              << "// loss on the games held out: " << fixed(tuned.loss_before)
              << " of the present weights, " << fixed(tuned.loss_after)
              << " of these, 0.6931 of a guess\n"
              << agon::tune::to_source(tuned.weights) << std::flush;
}

int run(int argc, char** argv) {
    agon::tune::TuneSettings settings;
    po::options_description options(
        "agon-tune: weights of the evaluation, fitted to games of the engine against itself, as\n"
        "search/weights.cpp holds them; the same options and the same engine make the same "
        "weights");
    options.add_options()("help", "this text");
    options.add_options()("variant", po::value(&settings.variant)->value_name("NAME"),
                          "rules to play by, classic unless given");
    const auto number = [&](const char* name, auto& variable, const char* help) {
        options.add_options()(name, po::value(&variable)->value_name("N")->default_value(variable),
                              help);
    };
    number("games", settings.games, "games to play; every fifth is held out to judge the weights");
    number("nodes", settings.play.nodes, "of the search of each action");
    number("handicap", settings.play.handicap, "one side, either in turn, has so many times fewer");
    number("seed", settings.play.seed, "of the random actions");
    number("random", settings.play.most_random, "random actions a game begins with, 4 to so many");
    number("actions", settings.play.most_actions, "of a game, after which it is drawn");
    number("positions", settings.play.positions, "to take from a game at most");
    number("draws", settings.draws,
           "what a position of a drawn game counts, against 1 of a decided game");
    number("spread", settings.spread,
           "how far a weight may stray from the present one where games say little, score units");
    number("threads", settings.threads, "games at a time");
    po::variables_map given;
    if (!agon::program::read_options({argv + 1, argv + argc}, options, {}, options, given))
        return 0;
    using agon::program::Progress;
    const auto total = static_cast<std::size_t>(std::max(settings.games, 0));
    Progress progress(0, Progress::Clock::now());
    agon::program::StatusLine line(std::cerr, isatty(STDERR_FILENO) != 0);
    const auto tuned = agon::tune::tune_weights(settings, [&] {
        progress.finished();
        line.draw(progress.bar(total, Progress::Clock::now()));
    });
    line.clear();
    print(tuned);
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    return agon::program::exit_status("agon-tune", 1, [&] { return run(argc, argv); });
}
