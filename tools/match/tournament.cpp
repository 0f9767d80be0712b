#include "tools/match/tournament.hpp"

#include "engine/error.hpp"
#include "tools/match/game_player.hpp"
#include "tools/match/score_table.hpp"

#include <boost/asio/signal_set.hpp>

#include <algorithm>
#include <fstream>
#include <ostream>
#include <set>

namespace agon::match {
namespace {

const char* const RULE = "--------------------------------------------------\n";

/// Each warning of an engine once, however many processes of it there are.
class Warnings : public Traffic {
public:
    explicit Warnings(std::ostream& err) : err_(err) {}
    void warned(const TextEngine& engine, std::string_view text) override {
        std::string line = "Warning: " + engine.name() + ": " + std::string(text);
        if (const auto [added, is_new] = told_.insert(std::move(line)); is_new)
            err_ << *added << std::endl;
    }

private:
    std::ostream& err_;
    std::set<std::string> told_;
};

std::vector<std::string> names_of(const std::vector<EngineConfig>& engines) {
    std::vector<std::string> names;
    for (const EngineConfig& engine : engines) names.push_back(engine.name);
    return names;
}

class Tournament {
public:
    Tournament(const MatchSettings& settings, std::ostream& out, std::ostream& err)
        : settings_(settings), out_(out), err_(err), schedule_(make_schedule(settings.schedule)),
          openings_(load_openings(settings.openings, settings.rules)),
          table_(names_of(settings.engines),
                 settings.schedule.games == 2 && settings.schedule.swap),
          warnings_(err), idle_(settings.engines.size()), signals_(loop_, SIGINT, SIGTERM) {
        if (settings.sprt) sprt_.emplace(*settings.sprt);
        if (!settings.pgn.empty()) {
            pgn_.open(settings.pgn, std::ios::app);
            if (!pgn_) throw Error("cannot write " + settings.pgn.string());
        }
    }

    int run() {
        signals_.async_wait([this](const boost::system::error_code& fault, int) {
            if (fault) return;
            status_ = 130;
            stop();
        });
        for (std::size_t i = 0; i < std::min(settings_.concurrency, schedule_->size()); ++i) {
            players_.push_back(
                std::make_unique<GamePlayer>(settings_.rules, settings_.adjudication, nobody_));
            begin_next(*players_.back());
        }
        loop_.run();
        if (failure_) throw Error(*failure_);
        if (reported_ != finished_ || finished_ == 0) report();
        out_ << table_.details() << schedule_->report(names_of(settings_.engines));
        if (sprt_verdict_) out_ << "SPRT completed: " << sprt_verdict_ << " was accepted\n";
        out_ << (status_ == 0 ? "Finished match" : "Match broken off") << std::endl;
        return status_;
    }

private:
    /// An idle process of the engine, or one to be started.
    TextEngine& take(std::size_t engine) {
        if (idle_[engine].empty()) {
            engines_.push_back(std::make_unique<TextEngine>(loop_, settings_.engines[engine],
                                                            settings_.rules.options(), warnings_));
            return *engines_.back();
        }
        TextEngine& taken = *idle_[engine].back();
        idle_[engine].pop_back();
        return taken;
    }

    void give_back(std::size_t engine, TextEngine& given) {
        if (!settings_.engines[engine].restart) return idle_[engine].push_back(&given);
        given.quit([this, engine, &given] { idle_[engine].push_back(&given); });
    }

    void begin_next(GamePlayer& player) {
        const auto next = schedule_->next();
        if (!next) return waiting_.push_back(&player);
        const ScheduledGame game = *next;
        const Opening& opening = openings_[game.encounter % openings_.size()];
        GameTask task;
        task.number = static_cast<int>(game.number);
        task.round = static_cast<int>(game.round);
        task.first = opening.first;
        task.start_is_setup = opening.start_is_setup;
        task.opening = opening.moves;
        for (const Side side : BOTH_SIDES)
            task.engines[index(side)] = &take(game.players[index(side)]);
        out_ << "Started game " << game.number << " of " << schedule_->size() << ' ' << title(game)
             << std::endl;
        player.play(task, [this, &player, game, engines = task.engines](
                              const GameRecord& record, std::optional<std::string> never_started) {
            if (never_started) {
                failure_ = std::move(never_started);
                return stop();
            }
            for (const Side side : BOTH_SIDES)
                give_back(game.players[index(side)], *engines[index(side)]);
            finished(game, record);
            if (!stopped_ && schedule_->over()) stop();
            if (stopped_) return;
            begin_next(player);
            for (GamePlayer* idle : std::exchange(waiting_, {})) begin_next(*idle);
        });
    }

    void finished(const ScheduledGame& game, const GameRecord& record) {
        ++finished_;
        const Verdict& verdict = record.verdict;
        schedule_->finished(game, verdict.result);
        table_.add(game, verdict);
        out_ << "Finished game " << game.number << ' ' << title(game) << ": "
             << to_text(verdict.result) << " {" << verdict.reason << '}' << std::endl;
        if (pgn_.is_open()) {
            pgn_ << to_pgn(record, settings_.rules, settings_.pgn_tags) << std::flush;
            if (!pgn_) {
                failure_ = "cannot write " + settings_.pgn.string();
                return stop();
            }
        }
        if (settings_.rating_interval != 0 && finished_ % settings_.rating_interval == 0) report();
        const bool broke =
            verdict.fault && *verdict.fault != Fault::Illegal && *verdict.fault != Fault::OnTime;
        if (broke && !settings_.recover) {
            err_ << "agon-match: game " << game.number << ": " << verdict.reason
                 << "; -recover goes on after that" << std::endl;
            status_ = 1;
            return stop();
        }
        if (!sprt_) return;
        const double ratio = sprt_->llr(sprt_cells(*sprt_, table_));
        if (ratio > sprt_->lower() && ratio < sprt_->upper()) return;
        sprt_verdict_ = ratio >= sprt_->upper() ? "H1" : "H0";
        stop();
    }

    [[nodiscard]] std::string title(const ScheduledGame& game) const {
        return '(' + settings_.engines[game.players[0]].name + " vs " +
               settings_.engines[game.players[1]].name + ')';
    }

    void report() {
        reported_ = finished_;
        out_ << RULE << table_.summary();
        if (sprt_) out_ << sprt_line(*sprt_, table_) << '\n';
        out_ << RULE << std::flush;
    }

    /// Idle engines are asked to go; the others, whose games are broken off, are ended.
    void stop() {
        if (std::exchange(stopped_, true)) return;
        signals_.cancel();
        std::set<TextEngine*> idle;
        for (const auto& engines : idle_) idle.insert(engines.begin(), engines.end());
        for (const auto& engine : engines_) {
            if (idle.contains(engine.get()))
                engine->quit([] {});
            else
                engine->kill();
        }
    }

    const MatchSettings& settings_;
    std::ostream& out_;
    std::ostream& err_;
    std::unique_ptr<Schedule> schedule_;
    std::vector<Opening> openings_;
    ScoreTable table_;
    Warnings warnings_;
    Spectator nobody_;
    std::optional<Sprt> sprt_;
    std::ofstream pgn_;
    boost::asio::io_context loop_;
    std::vector<std::unique_ptr<TextEngine>> engines_;
    std::vector<std::vector<TextEngine*>> idle_; ///< by engine
    std::vector<std::unique_ptr<GamePlayer>> players_;
    std::vector<GamePlayer*> waiting_; ///< for games that depend on others
    boost::asio::signal_set signals_;
    std::size_t finished_ = 0;
    std::size_t reported_ = 0; ///< games finished at the last report
    const char* sprt_verdict_ = nullptr;
    std::optional<std::string> failure_;
    int status_ = 0;
    bool stopped_ = false;
};

} // namespace

int run_match(const MatchSettings& settings, std::ostream& out, std::ostream& err) {
    return Tournament(settings, out, err).run();
}

} // namespace agon::match
