// A window of a lobby, as a test opens it.
#pragma once

#include "protocol/web/room/json.hpp"
#include "protocol/web/room/lobby.hpp"
#include "tests/support/game_view.hpp"

#include <cstddef>
#include <doctest/doctest.h>
#include <string>
#include <string_view>

namespace support {

/// It puts its game together from what has changed, as the page does.
struct LobbyWindow : agon::page::Peer {
    using Json = agon::page::Json;

    explicit LobbyWindow(agon::page::Lobby& of) : lobby(of) { lobby.opened(*this); }
    ~LobbyWindow() override { lobby.closed(*this); }
    LobbyWindow(const LobbyWindow&) = delete;
    LobbyWindow& operator=(const LobbyWindow&) = delete;

    void send(std::string_view topic, std::string text) override {
        const Json message = Json::parse(text);
        if (topic != "game") {
            (topic == "refusal" ? refusal : topic == "lobby" ? greeting : other) = message;
            return;
        }
        last = message;
        bytes = text.size();
        REQUIRE(view.take(message));
    }
    /// The reason of a refusal, or "".
    std::string ask(const Json& request) {
        refusal = {};
        lobby.received(*this, agon::page::one_line(request));
        return refusal.is_null() ? "" : refusal.at("text").get<std::string>();
    }
    [[nodiscard]] const Json& game() const { return view.state(); }

    agon::page::Lobby& lobby;
    Json refusal, greeting;
    Json last;             ///< about the game
    Json other;            ///< the last of the other topics
    std::size_t bytes = 0; ///< of `last`
    GameView view;
};

} // namespace support
