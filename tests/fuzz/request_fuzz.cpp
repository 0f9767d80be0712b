// Input: what a page sends to `agon-match serve`, a line for each text.
//
//  - It is read, or refused in one short line.
//  - What is read is within its limits.
//  - A game takes it or refuses it in one short line: its record stays a game by the rules, as the
//    referee sees it.
#include "engine/error.hpp"
#include "engine/record/notation.hpp"
#include "tests/fuzz/rules_line.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/support/twin.hpp"
#include "tools/arena/web/serve_site.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <unistd.h>

using namespace agon;
using namespace agon::match;
using namespace agon::page;

namespace {

constexpr std::size_t MOST_LINES = 40;
constexpr std::size_t LONGEST_REFUSAL = 300;

void check_refusal(const std::string& text) {
    if (text.empty() || text.size() > LONGEST_REFUSAL || !fuzz::is_one_line(text))
        fuzz::broken("a refusal is a short line", text);
}

void check_limits(const Request& request) {
    if (const auto* game = std::get_if<NewGame>(&request))
        for (const int level : game->levels)
            if (level < 0 || level > 10) fuzz::broken("a level is from 0 to 10", game->variant);
}

/// Reads what the lobby sends, as a window does.
class Window : public Peer {
public:
    void send(std::string_view topic, std::string text) override {
        const auto json = nlohmann::json::parse(text);
        if (json.at("topic") != topic) fuzz::broken("a text says its topic", text);
        if (topic == "refusal") check_refusal(json.at("text").get<std::string>());
        if (topic == "game") check_game(json);
    }

private:
    static void check_game(const nlohmann::json& game) {
        const std::string variant = game.at("variant").get<std::string>();
        const MatchRules rules =
            make_match_rules(variant, game.at("setup").get<std::string>(), "", {});
        support::Twin twin(support::preset(variant), game.value("first", to_text(rules.start())));
        const auto& actions = game.at("actions");
        const auto ply = game.at("ply").get<std::size_t>();
        if (ply > actions.size() || game.at("length") != actions.size())
            fuzz::broken("a window looks at a position of its game", game.dump());
        for (std::size_t i = 0; i < actions.size(); ++i) {
            if (i == ply) check_position(game, twin);
            const std::string action = actions[i].at(1).get<std::string>();
            if (!twin.offers(action)) fuzz::broken("an action of a game is legal", action);
            twin.play(parse_move(action));
        }
        if (ply == actions.size()) check_position(game, twin);
    }

    static void check_position(const nlohmann::json& game, const support::Twin& twin) {
        if (game.at("position") != to_text(twin.position()))
            fuzz::broken("the position shown is that of the actions", game.at("position").dump());
        for (const auto& action : game.at("legal"))
            if (!twin.offers(action.get<std::string>()))
                fuzz::broken("what a page offers is legal", action.dump());
    }
};

/// Games are kept below the current folder, so this makes a temporary one current.
class OwnFolder {
public:
    OwnFolder() {
        std::filesystem::create_directory(own_);
        std::filesystem::current_path(own_);
    }
    ~OwnFolder() {
        std::filesystem::current_path(before_);
        std::filesystem::remove_all(own_);
    }
    OwnFolder(const OwnFolder&) = delete;
    OwnFolder& operator=(const OwnFolder&) = delete;

private:
    std::filesystem::path before_ = std::filesystem::current_path();
    std::filesystem::path own_ =
        std::filesystem::temp_directory_path() / ("request_fuzz-" + std::to_string(getpid()));
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const OwnFolder folder;
    boost::asio::io_context loop; // never run: no engine starts
    std::vector<EngineConfig> engines(1);
    engines.front().name = "engine";
    LobbySettings settings;
    settings.most_games = 3;
    ServeSite lobby(loop, std::move(engines), std::move(settings));
    Window window;
    lobby.opened(window);
    for (const std::string& line : fuzz::lines_of(data, size, MOST_LINES)) {
        try {
            check_limits(parse_request(line));
        } catch (const Error& error) {
            check_refusal(error.what());
        }
        lobby.received(window, line);
    }
    lobby.closed(window);
    return 0;
}
