// The games of `agon-match serve`, or of a page without a server, and the windows that show them.
#pragma once

#include "engine/rules/presets.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/pgn_records.hpp"
#include "protocol/web/room/game_json.hpp"
#include "protocol/web/room/game_room.hpp"
#include "protocol/web/room/requests.hpp"

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <random>

namespace agon::page {

/// A page that is open in a browser.
class Peer {
public:
    virtual ~Peer() = default;
    /// Sends a text. One of the same topic that the reader has not taken yet is dropped, so that a
    /// slow reader costs one text for each topic.
    virtual void send(std::string_view topic, std::string text) = 0;
};

/// What a lobby needs of the program around it.
class LobbyHost {
public:
    virtual ~LobbyHost() = default;
    /// Different names; at least one. The first gives hints.
    [[nodiscard]] virtual std::vector<std::string> engines() const = 0;
    /// Whether that engine plays at levels; else it gets none.
    [[nodiscard]] virtual bool has_levels(const std::string& engine) const = 0;
    /// `chairs` by side; nullopt for a person. The game is kept as `name`.
    [[nodiscard]] virtual std::unique_ptr<GameHost>
    game(const MatchRules& rules, const PerSide<std::optional<Chair>>& chairs,
         const std::string& name) = 0;
    /// The PGN of a game that was kept as `name`, perhaps by an earlier program; nullopt if there
    /// is none. `name` is any text.
    [[nodiscard]] virtual std::optional<std::string> kept(const std::string& name) const = 0;
    /// Where engines find the text of a rules file that a page has sent; called if the
    /// settings take rules.
    [[nodiscard]] virtual std::filesystem::path rules_file(const std::string& text) = 0;
    /// Calls `action` from the event loop, unless the loop ends before.
    virtual void later(Milliseconds delay, std::function<void()> action) = 0;
};

struct LobbySettings {
    std::filesystem::path variant_path{}; ///< rules file; or empty
    Milliseconds delay{500};              ///< between actions of two engines
    std::size_t most_games = 64;          ///< in memory
    Milliseconds patience{30'000}; ///< after this, the engines of a game that nobody watches end
    bool takes_rules = false;      ///< whether pages may send rules files
    bool server = true;            ///< whether games outlive the window
};

/// The version of the messages (protocol/web/README.md).
inline constexpr int MESSAGES_VERSION = 3;

/// Sends each window what protocol/web/README.md says. A message about a game that has changed goes
/// to all its windows, with only what has changed; one that begins to show it gets everything.
class Lobby {
public:
    /// `host` must outlive this. Throws Error when the rules file is at fault.
    Lobby(LobbyHost& host, LobbySettings settings);
    ~Lobby();
    Lobby(const Lobby&) = delete;
    Lobby& operator=(const Lobby&) = delete;

    /// `peer` lives until closed().
    void opened(Peer& peer);
    void received(Peer& peer, std::string_view text);
    void closed(Peer& peer);

    /// The game as PGN, also if it is only kept; nullopt if no game has that name.
    [[nodiscard]] std::optional<std::string> pgn(const std::string& game) const;

    /// Ends all games.
    void stop();

private:
    using Time = std::chrono::steady_clock::time_point;

    struct Table {
        std::unique_ptr<GameRoom> room;
        std::size_t windows = 0; ///< that show it
        std::size_t number = 0;  ///< as they were begun
        bool awake = false;
        /// When it was begun, or the last window went.
        Time left = std::chrono::steady_clock::now();
        GameFacts shown;          ///< what its windows have been sent
        std::size_t revision = 0; ///< of `shown`; increases with each change
    };

    struct Window {
        std::string game; ///< empty: none
    };

    /// Built-in presets, and those of one file.
    struct Rules {
        Presets presets{};
        std::filesystem::path file{};      ///< where engines find it; empty: only the built-in ones
        std::optional<std::string> text{}; ///< that a page has sent
    };

    void handle(Peer& peer, Window& window, const Request& request);
    void handle(GameRoom& room, RoomCommand command);
    void greet(Peer& peer) const;
    [[nodiscard]] std::string begin(const Window& window, const NewGame& asked);
    [[nodiscard]] std::string begin(const Window& window, const BeginTask& asked);
    [[nodiscard]] std::string begin(const Window& window, const BeginLesson& asked);
    [[nodiscard]] std::string begin(const Window& window, const BeginPuzzle& asked);
    [[nodiscard]] std::string begin(const Window& window, GameRoomSettings settings,
                                    const PerSide<std::optional<Chair>>& chairs);
    [[nodiscard]] std::string open(const Window& window, const OpenGames& asked);
    /// A game that is not in the lobby yet.
    struct Built {
        std::string name;
        std::unique_ptr<GameRoom> room;
    };
    using Games = std::vector<Built>;
    /// `name`: "" for a new one.
    void build(Games& games, GameRoomSettings settings, const PerSide<std::optional<Chair>>& chairs,
               std::string name = "");
    /// A game that is kept, but no longer in memory. Throws Refusal.
    void restore(const Window& window, const std::string& name);
    /// Adds games; returns the name of the first. `window` is about to show it.
    [[nodiscard]] std::string take_in(Games games, const Window& window);
    void add_rules(const AddRules& asked);
    [[nodiscard]] GameRoomSettings settings_of(const NewGame& asked) const;
    /// The file that has the rule set, or the built-in ones.
    [[nodiscard]] const Rules& file_of(const std::string& variant) const;
    [[nodiscard]] FindRules find_rules() const;
    [[nodiscard]] MatchRules rules_of(const std::string& variant, const std::string& setup) const;
    [[nodiscard]] std::optional<Chair> chair(const std::string& name, int level) const;
    void make_space(std::size_t games, const std::string& left);
    void watch(Window& window, const std::string& game);
    void leave(Window& window);
    void show(const std::string& game, Peer* fresh = nullptr);
    void show_review(const std::string& game, Peer* fresh = nullptr);
    void rest_unwatched();
    [[nodiscard]] GameRoom& room_of(const Window& window);

    LobbyHost& host_;
    LobbySettings settings_;
    std::vector<Rules> rules_;            ///< the last that knows a name counts
    std::map<std::string, Table> tables_; ///< by the name of the game
    std::map<Peer*, Window> windows_;
    std::random_device random_;
    std::size_t begun_ = 0;                                 ///< games
    std::shared_ptr<bool> life_ = std::make_shared<bool>(); ///< expires the timer
};

} // namespace agon::page
