// The site of `agon-match serve`: games, and the windows of the browsers that show them.
#pragma once

#include "engine/rules/presets.hpp"
#include "tools/arena/web/game_room.hpp"
#include "tools/arena/web/request.hpp"
#include "tools/arena/web/server.hpp"

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <random>

namespace agon::match {

struct LobbySettings {
    std::vector<EngineConfig> engines;  ///< names differ; the first gives hints
    std::filesystem::path variant_path; ///< rules file; or empty
    Milliseconds delay{500};            ///< between actions of two engines
    std::size_t most_games = 64;        ///< in memory; their files stay
    Milliseconds patience{30'000};      ///< engines of a game that nobody watches end after it
};

/// Texts of three topics go to a window: `lobby`, what can be chosen and which games there are;
/// `game`, the game that it shows; `refusal`, why its last request was not granted;
/// with `gone` where its game is not here any more.
class Lobby final : public Site {
public:
    /// Throws Error when the rules file is at fault.
    Lobby(boost::asio::io_context& loop, LobbySettings settings);
    ~Lobby() override;

    [[nodiscard]] std::optional<Document> document(std::string_view path) override;
    void opened(Peer& peer) override;
    void received(Peer& peer, std::string_view text) override;
    void closed(Peer& peer) override;

    /// Ends what the loop would wait for.
    void stop();

private:
    using Time = std::chrono::steady_clock::time_point;

    struct Table {
        std::unique_ptr<GameRoom> room;
        std::size_t windows = 0; ///< that show it
        Time left{};             ///< when the last of them went
        bool awake = false;
    };

    struct Window {
        std::string game; ///< empty: none
        Look look;
    };

    void obey(Peer& peer, Window& window, const Request& request);
    [[nodiscard]] std::string begin(const Window& window, const NewGame& asked);
    [[nodiscard]] std::optional<EngineConfig> player(const std::string& name, int level) const;
    void evict_oldest(const std::string& left);
    void watch(Window& window, const std::string& game);
    void leave(Window& window);
    void show(const std::string& game);
    void show(Peer& peer, const Window& window);
    void rest_unwatched();
    [[nodiscard]] GameRoom& room_of(const Window& window);

    boost::asio::io_context& loop_;
    LobbySettings settings_;
    Presets presets_;
    std::map<std::string, Table> tables_; ///< by the name of the game
    std::map<Peer*, Window> windows_;
    std::random_device random_;
    boost::asio::steady_timer rest_timer_;
    bool stopped_ = false;
};

} // namespace agon::match
