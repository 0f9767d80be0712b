// The host of a lobby, without processes, clocks and files: a test writes the engines' lines and
// decides when timers expire.
#pragma once

#include "protocol/record/fault.hpp"
#include "protocol/uci/text/engine_lines.hpp"
#include "protocol/web/room/lobby.hpp"
#include "protocol/web/room/seats.hpp"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace support {

class PageHost final : public agon::page::LobbyHost {
public:
    static constexpr const char *ENGINE = "engine", *PLAIN = "plain engine"; ///< without levels

    /// A line of each engine that has been asked: `info ...`, `bestmove ACTION`, or any other text
    /// as the reason for its end. Engines that are being prepared are ready, whatever the line
    /// says.
    void engines_say(std::string_view line) {
        const std::vector<StubPlayer*> now = players_;
        for (StubPlayer* const player : now)
            if (std::ranges::count(players_, player) > 0) player->say(line); // it may have gone
    }

    void let_timers_run_out() {
        for (const auto& action : std::exchange(timers_, {})) action();
    }

    /// The rules of the last game that was begun with this variant and setup.
    [[nodiscard]] const agon::MatchRules* rules(const std::string& variant,
                                                const std::string& setup) const {
        const auto found = rules_.find({variant, setup});
        return found == rules_.end() ? nullptr : &found->second;
    }

    /// The PGN of games, by name, as they were kept last; not those without an action.
    std::map<std::string, std::string> files;

    /// Thrown by the next game that is begun, once.
    void fail_next_game(std::exception_ptr fault) { fault_ = std::move(fault); }

    [[nodiscard]] std::vector<std::string> engines() const override { return {ENGINE, PLAIN}; }
    [[nodiscard]] bool has_levels(const std::string& engine) const override {
        return engine == ENGINE;
    }
    [[nodiscard]] std::unique_ptr<agon::page::GameHost>
    game(const agon::MatchRules& rules,
         const agon::PerSide<std::optional<agon::page::Chair>>& chairs,
         const std::string& name) override {
        if (const auto fault = std::exchange(fault_, nullptr)) std::rethrow_exception(fault);
        rules_[{rules.variant, rules.setup}] = rules;
        return std::make_unique<StubGame>(*this, name, agon::page::seat_tags(chairs));
    }
    [[nodiscard]] std::optional<std::string> kept(const std::string& name) const override {
        const auto file = files.find(name);
        return file == files.end() ? std::nullopt : std::optional(file->second);
    }
    [[nodiscard]] std::filesystem::path rules_file(const std::string&) override {
        return "rules.ini";
    }
    void later(agon::Milliseconds, std::function<void()> action) override {
        timers_.push_back(std::move(action));
    }

private:
    class StubPlayer final : public agon::page::Player {
    public:
        StubPlayer(PageHost& host, agon::page::PlayerEvents events)
            : host_(host), events_(std::move(events)) {
            host_.players_.push_back(this);
        }
        ~StubPlayer() override { std::erase(host_.players_, this); }
        StubPlayer(const StubPlayer&) = delete;
        StubPlayer& operator=(const StubPlayer&) = delete;

        [[nodiscard]] bool has_started() const override { return true; }
        void prepare(std::function<void(std::optional<agon::Failure>)> done) override {
            prepared_ = std::move(done);
        }
        void ask(const agon::GameSession&,
                 std::function<void(const agon::page::Reply&)> done) override {
            look("", {}, 1, std::move(done));
        }
        void look(const std::string&, const agon::TimeControl&, std::size_t lines,
                  std::function<void(const agon::page::Reply&)> done) override {
            thoughts_ = agon::page::Thoughts(lines);
            answered_ = std::move(done);
        }
        void hurry() override {}

        /// A callback may destroy this.
        void say(std::string_view line) {
            if (const auto done = std::exchange(prepared_, {})) return done(std::nullopt);
            if (!answered_) return;
            if (line.starts_with("info")) return thoughts_.read(line, events_);
            const auto done = std::exchange(answered_, {});
            const auto move = agon::read_best_move(line);
            if (move) return done({move->best, thoughts_.best(), {}, {}});
            done({{}, {}, {}, agon::Failure{agon::Fault::Crash, std::string(line)}});
        }

    private:
        PageHost& host_;
        agon::page::PlayerEvents events_;
        agon::page::Thoughts thoughts_;
        std::function<void(std::optional<agon::Failure>)> prepared_;
        std::function<void(const agon::page::Reply&)> answered_;
    };

    class StubGame final : public agon::page::GameHost {
    public:
        StubGame(PageHost& host, std::string name, agon::PgnOptions options)
            : host_(host), name_(std::move(name)), options_(std::move(options)) {}
        [[nodiscard]] std::unique_ptr<agon::page::Player>
        player(std::size_t, agon::page::PlayerEvents events) override {
            return std::make_unique<StubPlayer>(host_, std::move(events));
        }
        [[nodiscard]] agon::TimeControl control(agon::Side) const override { return {}; }
        [[nodiscard]] bool spend(agon::Side, agon::Microseconds) override { return true; }
        [[nodiscard]] std::string keep(const agon::GameSession& game) override {
            host_.files.erase(name_);
            if (!game.actions().empty())
                host_.files[name_] = agon::to_pgn(game.record({}), game.rules(), options_);
            return "";
        }
        void later(agon::Milliseconds delay, std::function<void()> action) override {
            host_.later(delay, std::move(action));
        }

    private:
        PageHost& host_;
        std::string name_;
        agon::PgnOptions options_;
    };

    std::vector<StubPlayer*> players_; ///< that are alive
    std::vector<std::function<void()>> timers_;
    std::map<std::pair<std::string, std::string>, agon::MatchRules> rules_;
    std::exception_ptr fault_;
};

/// Settings of a lobby that holds that number of games and takes rules files.
[[nodiscard]] inline agon::page::LobbySettings games(std::size_t most) {
    return {.most_games = most, .takes_rules = true};
}

/// Actions back and forth that under classic only the draw limits can end.
[[nodiscard]] inline std::string shuffle(std::size_t actions) {
    static constexpr std::string_view CYCLE[] = {"a1a2", "l11l10", "a2a1", "l10l11"};
    std::string text;
    for (std::size_t i = 0; i < actions; ++i) text += std::string(CYCLE[i % 4]) + ' ';
    return text;
}

} // namespace support
