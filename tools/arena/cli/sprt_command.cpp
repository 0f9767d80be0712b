#include "tools/arena/cli/commands.hpp"

#include "protocol/cli/build_report.hpp"
#include "protocol/cli/program.hpp"
#include "tools/arena/cli/sprt_arguments.hpp"
#include "tools/arena/stats/score_table.hpp"

#include <algorithm>
#include <iostream>
#include <sstream>

namespace agon::arena {
namespace {

using program::Words;

constexpr std::string_view HELP =
    R"(agon-match sprt [elo0=X] [elo1=X] [alpha=X] [beta=X] [model=normalized|logistic|bayesian]
                [WINS DRAWS LOSSES | PAIRS OF 0, 1/2, 1, 3/2 AND 2 POINTS]
what an SPRT will cost, and its verdict on results

For several true differences, in Elo of the model, it prints the probability of accepting H1 and
the expected number of games; then, for given results, Elo and the log likelihood ratio. Results
are three numbers of games or five numbers of pairs (Ptnml). They give the spread of scores. Without
results no game is drawn, which is the worst case for the logistic and the Bayesian model.

elo0=X elo1=X     the hypotheses H0 and H1 (0 and 5)
alpha=X beta=X    greatest probability of accepting H1 if elo0 is true, and H0 if elo1 is (0.05)
model=MODEL       the unit of Elo (normalized)
-h, --help        this text
--version         version, and how it was built

Examples:
  agon-match sprt elo0=0 elo1=10
  agon-match sprt elo0=0 elo1=10 model=logistic 290 580 130
  agon-match sprt elo0=0 elo1=20 "[1, 1, 31, 15, 2]"
)";

/// The numbers in words, which can be written as a list: "[1, 1, 31, 15, 2]".
std::vector<std::uint64_t> counts_of(const Words& words) {
    std::vector<std::uint64_t> counts;
    for (std::string word : words) {
        std::ranges::replace_if(
            word, [](char c) { return c == '[' || c == ']' || c == ','; }, ' ');
        std::istringstream numbers(word);
        for (std::string number; numbers >> number;)
            counts.push_back(program::number<std::uint64_t>("results", number, 0, 1'000'000'000));
    }
    return counts;
}

/// Prints a line for each true difference from elo0 - width to elo1 + width, in steps of half the
/// width elo1 - elo0.
void print_plan(const Sprt& sprt, Cells cells) {
    const double elo0 = sprt.settings().elo0, width = sprt.settings().elo1 - elo0;
    const double games = static_cast<double>(cells.size() - 1) / 2; // of a unit
    std::cout << fmt::format("{:>9} {:>11} {:>10}\n", "true Elo", "accepts H1", "games");
    for (const double part : {-1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0}) {
        const double elo = elo0 + part * width;
        const Passage expected = sprt.expected(elo, cells);
        std::cout << fmt::format("{:>9} {:>9.1f} % {:>10.0f}\n", fixed(elo), 100 * expected.up,
                                 expected.steps * games);
    }
}

void print_results(const Sprt& sprt, Cells cells) {
    const Rating rating = rate(cells);
    std::cout << fmt::format("Elo: {}, nElo: {}, LOS: {} %\n", to_text(rating.elo),
                             to_text(rating.normalized), fixed(100 * rating.los))
              << sprt_line(sprt, cells) << '\n';
    if (const auto accepted = sprt.accepted(cells)) std::cout << verdict_line(*accepted) << '\n';
}

} // namespace

int sprt_command(const Words& words) {
    if (program::answer_help("agon-match", words, HELP)) return 0;
    const auto has_key = [](const std::string& word) {
        return word.find('=') != std::string::npos;
    };
    Words keys, results;
    for (const std::string& word : words) {
        const bool number = word.find_first_of("0123456789") == 1;
        if (word.starts_with('-') && !has_key(word) && !number)
            throw program::unknown("option", word, {"--help", "--version"}, "agon-match sprt");
        (has_key(word) ? keys : results).push_back(word);
    }
    const Sprt sprt(read_sprt("sprt", keys));
    std::vector<std::uint64_t> cells = counts_of(results);
    const bool given = !cells.empty();
    const bool bayesian = sprt.settings().model == SprtModel::Bayesian;
    if (!given) cells.assign(bayesian ? 3 : 5, 0);
    if (cells.size() != 3 && cells.size() != 5)
        throw program::UsageError("results: expected 3 numbers of games or 5 of pairs, got " +
                                  std::to_string(cells.size()));
    if (bayesian && cells.size() == 5)
        throw program::UsageError("results: model=bayesian needs wins, draws and losses of games");
    if (given && cells.size() == 3) std::ranges::reverse(cells); // cells begin with the losses

    const SprtSettings& settings = sprt.settings();
    std::cout << fmt::format("SPRT of {} Elo, H0: {}, H1: {}, alpha {}, beta {}; the ratio goes "
                             "from {} to {}\n",
                             to_text(settings.model), fixed(settings.elo0), fixed(settings.elo1),
                             settings.alpha, settings.beta, fixed(sprt.lower()),
                             fixed(sprt.upper()));
    print_plan(sprt, cells);
    if (given) print_results(sprt, cells);
    std::cout << std::flush;
    return 0;
}

} // namespace agon::arena
