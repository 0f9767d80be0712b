// Input: what a page sends to `agon-match serve`, a line for each text.
//
//  - It is read, or refused in one short line.
//  - What is read is within its limits.
//  - A game accepts it or refuses it, and what it sends is valid (page_window.hpp).
#include "engine/error.hpp"
#include "engine/notation/notation.hpp"
#include "protocol/record/match_rules.hpp"
#include "tests/fuzz/page_window.hpp"
#include "tests/fuzz/rules_line.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/support/twin.hpp"
#include "tools/arena/web/serve_site.hpp"

#include <filesystem>
#include <unistd.h>

using namespace agon;
using namespace agon::arena;
using namespace agon::page;

namespace {

constexpr std::size_t MAX_LINES = 40;

void check_limits(const Request& request) {
    if (const auto* game = std::get_if<NewGame>(&request))
        for (const int level : game->levels)
            if (level < 0 || level > 10) fuzz::broken("a level is from 0 to 10", game->variant);
}

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
    ServeSite lobby(loop, std::move(engines), {"engine"}, std::move(settings));
    fuzz::PageWindow window([](const auto& variant, const auto& setup) {
        return std::optional(make_match_rules(variant, setup, "", {}));
    });
    lobby.opened(window);
    for (const std::string& line : fuzz::lines_of(data, size, MAX_LINES)) {
        try {
            check_limits(parse_request(line));
        } catch (const Error& error) {
            fuzz::check_refusal(error.what());
        }
        lobby.received(window, line);
    }
    lobby.closed(window);
    return 0;
}
