// The site of a running match: `-http`.
#pragma once

#include "protocol/record/evaluation.hpp"
#include "protocol/record/record.hpp"
#include "protocol/web/room/json.hpp"
#include "tools/arena/journal/json.hpp"
#include "tools/arena/journal/json_lines.hpp"
#include "tools/arena/journal/settings.hpp"
#include "tools/arena/match/match_watcher.hpp"
#include "tools/arena/schedule/played_schedule.hpp"
#include "tools/arena/stats/score_table.hpp"
#include "tools/arena/web/server.hpp"
#include "tools/arena/web/site.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <set>

namespace agon::arena {

/// Keeps what the page shows. Sends it at most four times a second, and only while someone reads,
/// so that an action costs the match only its text. Readers may send REFRESH; anything else is
/// ignored.
///
/// Texts of topic `match`: standings, curves, progress (games, their total and seconds left, or
/// null) and the last results; of `board-N`: the game in place N, from the action on that the text
/// before did not have. `attempt` differs where a game was begun again, since the arena stood still
/// or an engine did not start. A reader that missed a text sends REFRESH, after which the next
/// texts are whole. Only the first MAX_BOARDS places are shown. Of the last games,
/// `/game/NUMBER.json` has the actions.
class LiveMatch final : public MatchWatcher, public Site {
public:
    static constexpr std::size_t MAX_BOARDS = 16;
    static constexpr std::string_view REFRESH = R"({"do":"refresh"})";

    /// `settings` must outlive this.
    LiveMatch(const MatchSettings& settings, ServerSettings http);
    ~LiveMatch() override;

    [[nodiscard]] std::size_t max_files() const override { return 1 + Server::max_connections(); }
    /// Prints its address on standard error. Throws Error if it cannot.
    void started(boost::asio::io_context& loop) override;
    void began(const GameRecord& record, const Game& game) override;
    void acted(const GameRecord& record, const Game& game,
               const PerSide<GameClock>& clocks) override;
    void finished(const GameRecord& record, std::size_t total) override;
    void stopped(const std::shared_ptr<void>& closing) override;
    void left() override;
    /// After left(): serves the last state, at the address that it had, until a signal ends it.
    void stay();

    [[nodiscard]] std::optional<Document> document(std::string_view path) override;
    void opened(Peer& peer) override;
    void received(Peer& peer, std::string_view text) override;
    void closed(Peer& peer) override;

private:
    /// A game that is being played, and its place among the boards.
    struct Running {
        std::size_t place = 0, attempt = 0;
        PerSide<std::string> names;
        Position first, position;
        Json actions = Json::array(); ///< as in a message of a game
        std::size_t sent = 0;         ///< actions that readers have
        Side chooser = Side::White;
        PerSide<std::optional<Milliseconds>> left{}; ///< on the clocks, after the last action
        PerSide<Evaluation> said{};                  ///< by side
        std::chrono::steady_clock::time_point since; ///< the last action
        bool changed = true;
    };

    void follow(Running& running, const GameRecord& record, const Game& game);
    void add_point();
    void publish_soon();
    void publish();
    [[nodiscard]] Json match_json() const;
    void refresh();
    [[nodiscard]] Json board_json(int number, const Running& running) const;
    /// One of the last games, as the viewer reads it.
    [[nodiscard]] std::optional<std::string> finished_game(std::string_view number) const;

    const MatchSettings& settings_;
    ServerSettings http_;
    std::vector<std::string> names_;
    ScoreTable table_;
    std::optional<Sprt> sprt_;
    PlayedSchedule played_;
    std::map<int, Running> running_; ///< by number
    std::size_t attempts_ = 0;       ///< to play a game
    std::size_t games_ = 0, total_ = 0, earlier_ = 0;
    std::chrono::steady_clock::time_point begun_;
    Json elo_, llr_ = Json::array();
    std::size_t step_ = 2;           ///< games between two points
    std::deque<GameRecord> results_; ///< the last, newest first
    /// By engine and opponent: games lost, drawn and won.
    std::vector<std::vector<std::array<std::uint64_t, 3>>> cross_;
    bool over_ = false; ///< all games have been played
    bool match_changed_ = true;
    bool publishing_ = false;
    std::set<Peer*> readers_;
    std::optional<boost::asio::steady_timer> pace_;       ///< until the next text to the readers
    std::optional<boost::asio::steady_timer> last_words_; ///< until the server closes
    std::shared_ptr<void> closing_; ///< of stopped(), while the last words are read
    std::optional<Server> server_;
};

} // namespace agon::arena
