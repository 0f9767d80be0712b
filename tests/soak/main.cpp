// agon-soak: plays under load for a given time and checks every answer.
#include "protocol/program/program.hpp"
#include "tests/soak/soak.hpp"

#include <algorithm>
#include <iostream>
#include <sstream>

namespace {

using agon::program::Words;
using agon::soak::Protocol;

constexpr const char* USAGE = R"(agon-soak [OPTIONS]

Engines under load, every answer checked by the naive referee. Talks to several engines at once, by
UCI and UGI: searches of every kind, and `stop`, `ponderhit`, `setoption`, `position`, new
games and questions while they search. It checks that each answer is legal or true, that each
question gets one and in time, that memory does not grow, and that the engine quits when told to.
The exit status is 0 when nothing was wrong. Otherwise the conversation is in a file
soak-NAME-N.log: the lines sent as they were, all else as comments.
)";
constexpr const char* EXAMPLES = R"(  agon-soak --seconds 3600 --margin 2000
  agon-soak --protocols ugi --plain --engine "./other-engine --quiet"
)";

std::vector<Protocol> parse_protocols(const std::string& what, const std::string& list) {
    constexpr Protocol ALL[] = {Protocol::Uci, Protocol::Ugi};
    std::vector<Protocol> protocols;
    std::istringstream words(list);
    for (std::string word; std::getline(words, word, ',');) {
        const std::string& known =
            agon::program::choice(what, word, agon::program::words_of(ALL, agon::soak::name));
        protocols.push_back(*std::ranges::find(ALL, known, agon::soak::name));
    }
    if (protocols.empty()) throw agon::program::unexpected(what, "uci or ugi", list);
    return protocols;
}

int run(const Words& args) {
    agon::soak::SoakSettings settings;
    agon::program::Options options("agon-soak", USAGE, EXAMPLES);
    options.number("seconds", settings.time, "how long", 1, 1'000'000'000);
    options.number("seed", settings.seed, "of the random numbers", 0);
    options.number("engines", settings.engines, "that stay for all the time, by protocol in turn",
                   1, 1000);
    options.number("leavers", settings.leavers, "that are told to quit midway and start again", 0,
                   1000);
    options.number("load", settings.load, "threads of other work", 0, 1000);
    options.number("margin", settings.driver.margin, "milliseconds by which an answer may be late",
                   1, 1'000'000'000);
    options.number("faults", settings.most_faults, "after which it ends", 1);
    options.value("protocols", "LIST", "with commas between (uci,ugi)",
                  [&](const std::string& what, const std::string& text) {
                      settings.protocols = parse_protocols(what, text);
                  });
    options.value("engine", "COMMAND", "another engine than the agon beside this program",
                  [&](const std::string&, const std::string& text) { settings.engine = text; });
    options.flag("plain", settings.driver.plain, "send only what every engine of a protocol knows");
    options.value("log-folder", "FOLDER", "for the conversations with a fault (.)",
                  [&](const std::string& what, const std::string& text) {
                      agon::program::check_directory(what, text + "/log");
                      settings.log_folder = text;
                  });
    if (!options.read(args)) return 0;
    return soak(settings, std::cout, std::cerr) ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) { return agon::program::run_main("agon-soak", argc, argv, run); }
