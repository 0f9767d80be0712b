#include "engine/path_text.hpp"
#include "tools/arena/cli/commands.hpp"

#include "protocol/cli/ending_signals.hpp"
#include "protocol/cli/options.hpp"
#include "protocol/cli/values.hpp"
#include "tools/arena/cli/engine_arguments.hpp"
#include "tools/arena/cli/http_arguments.hpp"
#include "tools/arena/web/graded_engines.hpp"
#include "tools/arena/web/serve_site.hpp"
#include "tools/arena/web/server.hpp"

#include <boost/asio/signal_set.hpp>

#include <algorithm>
#include <filesystem>
#include <iostream>

namespace agon::arena {
namespace {

using program::Words;

constexpr std::uint16_t USUAL_PORT = 8080;

struct ServeArguments {
    ServerSettings server{.address = "127.0.0.1", .port = USUAL_PORT};
    std::vector<EngineConfig> engines;
    page::LobbySettings lobby;
};

constexpr const char* OWN_NAME = "agon";

/// Configures an engine from `each`, then from `words`.
EngineConfig read_words(const std::vector<Words>& each, const Words& words, bool trust) {
    EngineConfig engine;
    engine.trust = trust;
    engine.time_control.margin = Milliseconds(1000); // generous: strength is not measured here
    const auto read = [&engine](const std::string& option, const Words& values) {
        for (const std::string& word : values) {
            const auto [key, value] = key_value(option, word);
            read_engine(engine, key, value);
        }
    };
    for (const Words& values : each) read("-each", values);
    read("-engine", words);
    name_engine(engine);
    if (!engine.time_control.bounded()) engine.time_control.move_time = Milliseconds(1000);
    return engine;
}

/// Our own engine comes first, if it exists and no other has its name.
std::vector<EngineConfig> read_engines(const std::vector<Words>& each,
                                       const std::vector<Words>& groups, bool trust) {
    std::vector<EngineConfig> engines;
    for (const Words& words : groups) {
        EngineConfig engine = read_words(each, words, trust);
        if (std::ranges::find(engines, engine.name, &EngineConfig::name) != engines.end())
            throw program::UsageError("two engines are called " + engine.name);
        engines.push_back(std::move(engine));
    }
    if (std::filesystem::exists(path_of(own_engine())) &&
        std::ranges::find(engines, OWN_NAME, &EngineConfig::name) == engines.end())
        engines.insert(engines.begin(), read_words(each, {"cmd=" + own_engine()}, trust));
    if (engines.empty())
        throw program::UsageError("there is no agon beside agon-match; add an engine with -engine");
    return engines;
}

/// Returns nullopt if only help was requested.
std::optional<ServeArguments> parse_serve(Words words) {
    ServeArguments args;
    bool trust = false;
    program::Options options(
        "agon-match serve",
        "agon-match serve [-engine KEY=VALUE...]... [-each KEY=VALUE...] [-http KEY=VALUE...] "
        "[OPTIONS]\n"
        "games in a browser against an engine, between two people or between engines; saved in "
        "games/\n\n"
        "-engine, -each and their keys are those of a match: cmd= args= name= proto= st= and so "
        "on;\n"
        "the agon beside this program is always offered. An engine without limits has a second "
        "for an\n"
        "action. -http has the keys port= (8080; 0 for any free one) and address= (127.0.0.1).\n",
        "  agon-match serve\n"
        "  agon-match serve -engine cmd=python3 args=tools/bots/inward.py proto=ugi name=inward\n"
        "  agon-match serve -each st=5 -http port=9000\n");
    options
        .value("delay", "SECONDS", "pause between two actions of engines (0.5)",
               [&args](const std::string& what, const std::string& text) {
                   args.lobby.delay = read_seconds(what, text);
               })
        .number("games", args.lobby.most_games,
                "games in memory; a new one replaces the one unwatched longest", 1, 1000)
        .value("patience", "SECONDS", "how long the engines of an unwatched game keep running (30)",
               [&args](const std::string& what, const std::string& text) {
                   args.lobby.patience = read_seconds(what, text);
               })
        .value("variant-path", "FILE", "your own rules",
               [&args](const std::string&, const std::string& text) {
                   args.lobby.variant_path = path_of(text);
               })
        .flag("trust", trust, "accept engines that do not know the options of the rules");
    const auto http = take_groups(words, "http");
    const auto each = take_groups(words, "each");
    const auto engines = take_groups(words, "engine");
    if (!options.read(words)) return std::nullopt;
    for (const Words& values : http)
        for (const std::string& word : values) {
            const auto [key, value] = key_value("-http", word);
            read_http(args.server, key, value);
        }
    if (args.server.keep) throw program::UsageError("-http keep=: only Ctrl-C ends serve");
    args.engines = read_engines(each, engines, trust);
    return args;
}

int serve(ServeArguments args) {
    boost::asio::io_context loop;
    auto graded = graded_engines(args.engines);
    ServeSite site(loop, std::move(args.engines), std::move(graded), std::move(args.lobby));
    std::optional<Server> server(std::in_place, loop, args.server, site);
    std::cerr << server->warning();
    boost::asio::signal_set signals(loop);
    program::add_ending_signals(signals);
    signals.async_wait([&](const boost::system::error_code& fault, int) {
        if (fault) return;
        signals.clear(); // a second one ends the program at once
        server.reset();
        site.stop();
    });
    std::cout << "Serving at " << server->url() << " (Ctrl-C ends it)" << std::endl;
    while (true) {
        try { // an exception in one engine's event must not end other games
            loop.run();
            return 0;
        } catch (const std::exception& error) {
            std::cerr << "Warning: something failed: " << error.what() << std::endl;
        }
    }
}

} // namespace

int serve_command(const Words& words) {
    auto args = parse_serve(words);
    return args ? serve(std::move(*args)) : 0;
}

} // namespace agon::arena
