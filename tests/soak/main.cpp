// agon-soak: plays under load for a given time and checks every answer.
#include "engine/error.hpp"
#include "protocol/program/program.hpp"
#include "tests/soak/soak.hpp"

#include <iostream>
#include <sstream>

namespace {

namespace po = boost::program_options;
using agon::soak::Protocol;

constexpr const char* HELP =
    "agon-soak [OPTIONS]    engines under load, every answer checked by the naive referee\n\n"
    "Talks to several engines at once, by UCI and UGI: searches of every kind, and `stop`,\n"
    "`ponderhit`, `setoption`, `position`, new games and questions in the middle of them. Checked\n"
    "are that each answer is legal or true, that there is one for each question and in time, that\n"
    "memory does not grow, and that the engine leaves when told to. The exit status is 0 when\n"
    "nothing was wrong. Otherwise the conversation is in a file soak-NAME-N.log, in which what "
    "was\n"
    "said stands as it was said and all else is a comment.\n\nOptions";

std::vector<Protocol> parse_protocols(const std::string& list) {
    std::vector<Protocol> protocols;
    std::istringstream words(list);
    for (std::string word; std::getline(words, word, ',');) {
        const auto before = protocols.size();
        for (const Protocol protocol : {Protocol::Uci, Protocol::Ugi})
            if (word == name(protocol)) protocols.push_back(protocol);
        if (protocols.size() == before)
            throw agon::Error("--protocols: '" + word + "' is neither uci nor ugi");
    }
    if (protocols.empty()) throw agon::Error("--protocols: none is named");
    return protocols;
}

int run(int argc, char** argv) {
    agon::soak::SoakSettings settings;
    auto seconds = settings.time.count();
    auto margin = settings.driver.margin.count();
    std::string protocols = "uci,ugi", folder = ".", engine;
    po::options_description options(HELP, 100);
    const auto number = [&](const char* name, auto& variable, const char* help) {
        options.add_options()(name, po::value(&variable)->value_name("N")->default_value(variable),
                              help);
    };
    number("seconds", seconds, "how long");
    number("seed", settings.seed, "where the random numbers begin");
    number("engines", settings.engines, "that live all the time, going round the protocols");
    number("leavers", settings.leavers, "that are told to quit in the middle, and come back");
    number("load", settings.load, "threads of other work");
    number("margin", margin, "milliseconds by which an answer may be late");
    number("faults", settings.most_faults, "after which it is over");
    const auto text = [&](const char* name, std::string& variable, const char* help) {
        options.add_options()(name, po::value(&variable)->value_name("X"), help);
    };
    text("protocols", protocols, "which, parted by commas (uci,ugi)");
    text("engine", engine, "command of another engine than the agon that stands next to this");
    options.add_options()("plain", "say only what every engine of a protocol knows");
    text("log-folder", folder, "where a conversation goes that went wrong");
    options.add_options()("help", "this text");
    po::variables_map given;
    if (!agon::program::read_options({argv + 1, argv + argc}, options, {}, options, given))
        return 0;
    if (seconds < 1 || settings.engines < 1 || settings.leavers < 0 || settings.load < 0 ||
        margin < 1)
        throw agon::Error("one of the numbers is too small, see --help");
    settings.time = std::chrono::seconds(seconds);
    settings.driver.margin = agon::soak::Milliseconds(margin);
    settings.driver.plain = given.count("plain") != 0;
    settings.protocols = parse_protocols(protocols);
    settings.log_folder = folder;
    if (!engine.empty()) settings.engine = engine;
    return soak(settings, std::cout, std::cerr) ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
    return agon::program::exit_status("agon-soak", 2, [&] { return run(argc, argv); });
}
