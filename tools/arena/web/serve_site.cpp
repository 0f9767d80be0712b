#include "tools/arena/web/serve_site.hpp"

#include "protocol/record/fault.hpp"
#include "protocol/record/game_file.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/web/page/files.hpp"
#include "protocol/web/room/seats.hpp"
#include "tools/arena/conversation/reader_thread.hpp"
#include "tools/arena/conversation/text_engine.hpp"
#include "tools/arena/journal/game_keeper.hpp"
#include "tools/arena/web/graded_engines.hpp"
#include "tools/arena/web/kept_games.hpp"
#include "tools/arena/web/page.hpp"

#include <algorithm>

namespace agon::arena {
namespace {

using page::GameHost;

/// What the players of one game share.
struct Settings {
    MatchRules rules;
    std::array<EngineConfig, 3> engines; ///< by side, then the adviser
    PerSide<TimeControl> controls;       ///< a person's is empty
    PerSide<GameClock> clocks;
};

class ProcessPlayer final : public page::Player, private Traffic {
public:
    ProcessPlayer(boost::asio::io_context& loop, Settings& settings, std::size_t seat,
                  page::PlayerEvents events)
        : settings_(settings), seat_(seat), events_(std::move(events)),
          engine_(loop, settings.engines[seat], settings.rules.options(), *this) {}

    [[nodiscard]] bool has_started() const override { return engine_.has_started(); }
    void prepare(std::function<void(std::optional<Failure>)> done) override {
        engine_.prepare(std::move(done));
    }
    void hurry() override { engine_.hurry(); }

    void look(const std::string& position_line, const TimeControl& limits, std::size_t lines,
              std::function<void(const page::Reply&)> done) override {
        PerSide<TimeControl> controls;
        controls.fill(limits);
        controls[0].margin = engine_.config().time_control.margin;
        const PerSide<GameClock> clocks{GameClock(controls[0]), GameClock(controls[1])};
        search(position_line, Side::White, controls, clocks, std::move(done), lines);
    }

    void ask(const GameSession& game, std::function<void(const page::Reply&)> done) override {
        const Side side = game.chooser();
        PerSide<GameClock> clocks = settings_.clocks;
        PerSide<TimeControl> controls = settings_.controls;
        if (seat_ == GameHost::ADVISER) {
            controls.fill(engine_.config().time_control);
            clocks.fill(GameClock(controls[0]));
        }
        search(game.position_line(), side, controls, clocks, std::move(done));
    }

private:
    void search(const std::string& position_line, Side side, const PerSide<TimeControl>& controls,
                const PerSide<GameClock>& clocks, std::function<void(const page::Reply&)> done,
                std::size_t lines = 1) {
        thoughts_ = page::Thoughts(lines);
        if (seat_ == GameHost::ADVISER && engine_.offers("MultiPV"))
            engine_.set_option("MultiPV", std::to_string(lines));
        engine_.ask({position_line, go_text(engine_.config().protocol, side, clocks, controls),
                     clocks[side].budget()},
                    [done = std::move(done)](const EngineAnswer& answer) {
                        done({answer.move.best, answer.evaluation, answer.elapsed, answer.failure,
                              answer.suspended});
                    });
    }

    void received(const TextEngine&, std::string_view line) override {
        if (line.starts_with("info")) thoughts_.read(line, events_);
    }
    void warned(const TextEngine&, std::string_view text) override {
        events_.warned(std::string(text));
    }

    Settings& settings_;
    std::size_t seat_;
    page::PlayerEvents events_;
    page::Thoughts thoughts_;
    TextEngine engine_;
};

using Later = std::function<void(Milliseconds, std::function<void()>)>;

/// Of the two players; the rest is of each game.
MatchSettings kept_settings(const Settings& settings) {
    MatchSettings kept;
    kept.engines = {settings.engines[0], settings.engines[1]};
    return kept;
}

class ServedGame final : public GameHost {
public:
    ServedGame(boost::asio::io_context& loop, Settings settings, GameFile file, Later later)
        : loop_(loop), settings_(std::move(settings)), later_(std::move(later)),
          keeper_(std::move(file), kept_settings(settings_)) {}

    [[nodiscard]] std::unique_ptr<page::Player> player(std::size_t seat,
                                                       page::PlayerEvents events) override {
        return std::make_unique<ProcessPlayer>(loop_, settings_, seat, std::move(events));
    }
    [[nodiscard]] TimeControl control(Side side) const override { return settings_.controls[side]; }
    [[nodiscard]] Microseconds now() const override {
        return GameHost::now() -
               std::chrono::duration_cast<Microseconds>(reader_thread::suspensions().measured);
    }
    [[nodiscard]] bool spend(Side side, Microseconds elapsed) override {
        return settings_.clocks[side].spend(elapsed);
    }
    [[nodiscard]] std::string keep(const GameSession& game) override {
        return game.keep(keeper_, std::chrono::system_clock::now());
    }
    void later(Milliseconds delay, std::function<void()> action) override {
        later_(delay, std::move(action));
    }

private:
    boost::asio::io_context& loop_;
    Settings settings_;
    Later later_;
    GameKeeper keeper_;
};

} // namespace

ServeSite::ServeSite(boost::asio::io_context& loop, std::vector<EngineConfig> engines,
                     std::set<std::string> graded, page::LobbySettings settings)
    : loop_(loop), engines_(std::move(engines)), graded_(std::move(graded)),
      lobby_(*this, std::move(settings)) {}

ServeSite::~ServeSite() { stop(); }

void ServeSite::stop() {
    lobby_.stop();
    for (auto& timer : *timers_) timer.cancel();
}

void ServeSite::later(Milliseconds delay, std::function<void()> action) {
    const auto timer = timers_->emplace(timers_->end(), loop_);
    timer->expires_after(delay);
    timer->async_wait([timers = std::weak_ptr(timers_), timer,
                       action = std::move(action)](const boost::system::error_code& cancelled) {
        const auto all = timers.lock();
        if (!all) return;
        all->erase(timer);
        if (!cancelled) action();
    });
}

std::unique_ptr<GameHost> ServeSite::game(const MatchRules& rules,
                                          const PerSide<std::optional<page::Chair>>& chairs,
                                          const std::string& name) {
    Settings settings{.rules = rules,
                      .engines = {},
                      .controls = {},
                      .clocks = {GameClock(TimeControl{}), GameClock(TimeControl{})}};
    settings.engines[GameHost::ADVISER] = engines_.front();
    for (const Side side : BOTH_SIDES) {
        const auto& chair = chairs[side];
        if (!chair) continue;
        EngineConfig& config = settings.engines[index(side)];
        config = *std::ranges::find(engines_, chair->engine, &EngineConfig::name);
        settings.controls[side] = config.time_control;
        settings.clocks[side] = GameClock(config.time_control);
        if (chair->level == 0) continue;
        config.name += "-level-" + std::to_string(chair->level);
        std::erase_if(config.options, [](const auto& option) { return option.first == LEVEL; });
        config.options.emplace_back(LEVEL, std::to_string(chair->level));
    }
    auto kept = find_kept_game(name);
    GameFile file = kept ? GameFile(std::move(kept->file), std::move(kept->pgn), seat_tags(chairs))
                         : GameFile(name, seat_tags(chairs));
    return std::make_unique<ServedGame>(loop_, std::move(settings), std::move(file),
                                        [this](Milliseconds delay, std::function<void()> action) {
                                            later(delay, std::move(action));
                                        });
}

std::optional<std::string> ServeSite::kept(const std::string& name) const {
    auto game = find_kept_game(name);
    return game ? std::optional(std::move(game->pgn)) : std::nullopt;
}

std::optional<Document> ServeSite::document(std::string_view path) {
    constexpr std::string_view GAMES = "/games/";
    constexpr std::string_view PGN = ".pgn";
    if (path == "/") return Document{HTML_TYPE, std::string(page::page_html())};
    if (const std::string folder = "/" + std::string(page::page_version()) + "/";
        path.starts_with(folder)) {
        path.remove_prefix(folder.size());
        const auto files = page::page_files();
        const auto file = std::ranges::find(files, path, &page::PageFile::name);
        if (file == files.end()) return std::nullopt;
        if (path.ends_with(".css")) return Document{CSS_TYPE, std::string(file->text)};
        return Document{JS_TYPE, served_module(file->text)};
    }
    if (!path.starts_with(GAMES) || !path.ends_with(PGN) || path.size() < GAMES.size() + PGN.size())
        return std::nullopt;
    const std::string name(path.substr(GAMES.size(), path.size() - GAMES.size() - PGN.size()));
    const auto pgn = lobby_.pgn(name);
    if (!pgn) return std::nullopt;
    return Document{TEXT_TYPE, *pgn, "agon-" + name + ".pgn"};
}

} // namespace agon::arena
