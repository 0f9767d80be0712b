// agon-book: makes a book of openings and writes it to standard output.
#include "protocol/cli/options.hpp"
#include "protocol/cli/program.hpp"
#include "tools/openings/make/book.hpp"

#include <fmt/ranges.h>

#include <iostream>
#include <numeric>

namespace {

using agon::program::UsageError;
using agon::program::Words;
using agon::program::words_of;

constexpr const char* USAGE =
    R"(agon-book [OPTIONS]

Writes openings as EPD to standard output, and progress to standard error.
The same options make the same book.
)";
constexpr const char* EXAMPLES =
    R"(  agon-book --count 20 > openings.epd
  agon-book --setup placement --seed 2 --least 100 --most 300 > placement.epd
)";

constexpr std::size_t MAX_OPENINGS = 1'000'000;
/// Searches between two lines of progress.
constexpr std::size_t PROGRESS_INTERVAL = 100;

int make(const Words& args) {
    agon::program::require_arguments("agon-book", args);
    agon::book::BookSettings settings;
    const agon::Presets presets;
    Words played;
    Words tested;
    std::string setup = "standard";
    agon::program::Options options("agon-book", USAGE, EXAMPLES);
    options.choice("variant", settings.variant, words_of(presets.all(), &agon::Preset::name),
                   "rules of the games");
    options.choice("setup", setup, words_of(agon::setup_names()),
                   "where games begin: standard, placement or flanked");
    options.number("count", settings.count, "openings", 1, MAX_OPENINGS);
    options.number("seed", settings.seed, "of the random actions", 0);
    options.number("random", settings.random_plies,
                   "random actions from the setup, placements not counted", 0);
    options.list("played", played, "N...",
                 "then actions chosen by short searches; several numbers are used in turn (56 61)");
    options.number("longest", settings.longest,
                   "more of these actions, up to N in all, until a side stands better by --least",
                   0);
    options.number(
        "random-in", settings.random_in,
        "one of these actions in N is random, so that one side comes to stand better; 0: none", 0);
    options.number("nodes", settings.nodes, "of the search that scores a position", 1);
    options.number("least", settings.least, "minimum score of the better side, centipawns", 0);
    options.number("most", settings.most, "maximum score of that side", 0);
    options.list(
        "tested", tested, "N...",
        "nodes of the test games, two per node count: full against half, with either side; "
        "an opening with the same result in all of them is dropped (500 1000; 0 for no test)");
    if (!options.read(args)) return 0;
    settings.setup = *agon::find_setup(setup);
    if (!played.empty()) settings.played_plies.clear();
    for (const std::string& plies : played)
        settings.played_plies.push_back(agon::program::number<int>("--played", plies, 0));
    if (!tested.empty()) settings.tested.clear();
    for (const std::string& nodes : tested)
        if (const auto count = agon::program::number<std::uint64_t>("--tested", nodes, 0))
            settings.tested.push_back(count);
    if (settings.least > settings.most) throw UsageError("--least is greater than --most");
    const auto book = agon::book::make_book(settings, [&](std::size_t searched, std::size_t kept) {
        if (searched % PROGRESS_INTERVAL == 0 || kept == settings.count)
            std::cerr << searched << " searched, " << kept << " of " << settings.count << " kept"
                      << std::endl;
    });
    std::cout << fmt::format("# agon-book {}\n", fmt::join(args, " "));
    if (const std::size_t games = 2 * settings.tested.size() * book.size(); games > 0) {
        const int drawn = std::accumulate(
            book.begin(), book.end(), 0,
            [](int sum, const agon::book::BookOpening& opening) { return sum + opening.drawn; });
        std::cout << fmt::format("# {} test games, {:.1f} % drawn\n", games,
                                 100.0 * drawn / static_cast<double>(games));
    }
    for (const auto& opening : book) std::cout << epd_line(opening) << '\n';
    return 0;
}

} // namespace

int main(int argc, char** argv) { return agon::program::run_main("agon-book", argc, argv, make); }
