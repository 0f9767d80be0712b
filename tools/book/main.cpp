// agon-book: makes a book of openings and writes it to standard output.
#include "protocol/program/program.hpp"
#include "tools/book/book.hpp"

#include <iostream>

namespace {

namespace po = boost::program_options;

/// Once in so many searches a line of progress.
constexpr std::size_t PROGRESS_INTERVAL = 100;

agon::Setup setup_of(const std::string& name) {
    const auto setup = agon::find_setup(name);
    if (!setup) throw agon::Error("no setup '" + name + "': standard placement flanked");
    return *setup;
}

int make(int argc, char** argv) {
    agon::book::BookSettings settings;
    std::string setup = "standard";
    po::options_description options(
        "agon-book: unequal openings as EPD on standard output, progress on standard error");
    options.add_options()("help", "this text");
    options.add_options()("variant", po::value(&settings.variant)->value_name("NAME"),
                          "rules to walk and search by, classic unless given");
    options.add_options()("setup", po::value(&setup)->value_name("NAME"),
                          "standard (unless given), placement or flanked");
    const auto number = [&](const char* name, auto& variable, const char* help) {
        options.add_options()(name, po::value(&variable)->value_name("N")->default_value(variable),
                              help);
    };
    number("count", settings.count, "openings");
    number("seed", settings.seed, "of the random actions; the same seed makes the same book");
    number("random", settings.random_plies, "random actions from the setup, placements apart");
    options.add_options()("played",
                          po::value(&settings.played_plies)->multitoken()->value_name("N..."),
                          "then actions by quick searches, taken in turn; 56 and 61 unless given");
    number("nodes", settings.nodes, "of the search of each position");
    number("least", settings.least, "least score of the side that stands better, centipawns");
    number("most", settings.most, "greatest score of that side");
    po::variables_map given;
    if (!agon::program::read_options({argv + 1, argv + argc}, options, {}, options, given))
        return 0;
    settings.setup = setup_of(setup);
    const auto book = agon::book::make_book(settings, [&](std::size_t searched, std::size_t kept) {
        if (searched % PROGRESS_INTERVAL == 0 || kept == settings.count)
            std::cerr << searched << " searched, " << kept << " of " << settings.count << " kept"
                      << std::endl;
    });
    std::cout << "# agon-book";
    for (int i = 1; i < argc; ++i) std::cout << ' ' << argv[i];
    std::cout << '\n';
    for (const auto& opening : book) std::cout << epd_line(opening) << '\n';
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    return agon::program::exit_status("agon-book", 1, [&] { return make(argc, argv); });
}
