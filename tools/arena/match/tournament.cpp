#include "tools/arena/match/tournament.hpp"

#include "engine/error.hpp"
#include "engine/path_text.hpp"
#include "protocol/cli/program.hpp"
#include "protocol/cli/progress.hpp"
#include "protocol/cli/terminal.hpp"
#include "protocol/record/fault.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/result.hpp"
#include "protocol/record/writable.hpp"
#include "tools/arena/journal/match_files.hpp"
#include "tools/arena/match/ending_signals.hpp"
#include "tools/arena/match/engine_pool.hpp"
#include "tools/arena/match/game_player.hpp"
#include "tools/arena/match/match_log.hpp"
#include "tools/arena/match/match_watcher.hpp"
#include "tools/arena/schedule/make_schedule.hpp"
#include "tools/arena/schedule/played_schedule.hpp"
#include "tools/arena/schedule/schedule.hpp"
#include "tools/arena/stats/score_table.hpp"

#include <boost/asio/steady_timer.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <ostream>

namespace agon::arena {
namespace {

const char* const RULE = "--------------------------------------------------\n";

/// Releases the watcher, even if an exception ends the match.
struct Following {
    MatchWatcher& watcher;
    ~Following() { watcher.left(); }
};

/// A game of an earlier run.
struct Played {
    ScheduledGame game;
    Result result;
};

/// Two engines without a clock repeat their earlier games. Returns a warning if the openings are
/// used again, since statistics would count the same games twice.
std::optional<std::string> repeats_warning(const MatchSettings& settings, std::size_t openings) {
    const auto timed = [](const EngineConfig& engine) { return engine.time_control.timed(); };
    const std::size_t rounds = settings.schedule.rounds;
    if (settings.engines.size() != 2 || rounds <= openings ||
        std::ranges::any_of(settings.engines, timed))
        return std::nullopt;
    return fmt::format("Warning: {} rounds, but {} opening{}: without a clock the same games may "
                       "be played and counted again",
                       rounds, openings, openings == 1 ? "" : "s");
}

/// The number of games of the shard.
std::size_t count_games(const ScheduleSettings& settings, const Shard& shard) {
    const auto schedule = make_schedule(settings);
    std::size_t count = 0;
    while (const auto game = schedule->next()) count += shard.has(game->encounter);
    return count;
}

class Tournament {
public:
    Tournament(const MatchSettings& settings, std::ostream& out, std::ostream& err,
               MatchWatcher& watcher)
        : settings_(settings), out_(out), err_(err), watcher_(watcher),
          status_line_(err, settings.bar), schedule_(make_schedule(settings.schedule)),
          openings_(load_openings(settings.openings, settings.rules)),
          table_(names_of(settings.engines), settings.schedule.paired()),
          files_(settings, openings_), log_(settings, files_.resuming(), status_line_, err) {
        if (settings.shard) shard_size_ = count_games(settings.schedule, *settings.shard);
        if (settings.sprt && !settings.shard) sprt_.emplace(*settings.sprt);
    }

    int run() {
        out_ << fmt::format("Rules: {}; {}", settings_.rules.variant,
                            limit_text(settings_.adjudication))
             << std::endl;
        for (const auto& warning : {start_warning(settings_.openings, openings_.size()),
                                    repeats_warning(settings_, openings_.size())})
            if (warning) err_ << *warning << std::endl;
        watcher_.started(loop_);
        resume();
        signals_.emplace(
            loop_,
            [this] {
                status_ = program::BROKEN_OFF;
                stop();
            },
            [this] {
                watcher_.left();
                pool_.kill();
            });
        if (!decided()) {
            for (std::size_t i = 0; i < settings_.concurrency; ++i) {
                players_.push_back(std::make_unique<GamePlayer>(
                    settings_.rules, settings_.adjudication, watcher_,
                    [this](const std::string& line) { log_.print(line); }));
                pauses_.emplace_back(loop_);
                waiting_.push_back(i);
            }
            check_engines(0);
        } else {
            stop();
        }
        loop_.run();
        status_line_.clear();
        if (failure_) throw Error(*failure_);
        if (reported_ != progress_.done() || progress_.done() == 0) report();
        out_ << table_.details() << schedule_->report(names_of(settings_.engines));
        if (sprt_verdict_) out_ << verdict_line(*sprt_verdict_) << '\n';
        out_ << (status_ == 0 ? "Finished match" : "Match broken off") << std::endl;
        return status_;
    }

private:
    void resume() {
        files_.resume([this, names = names_of(settings_.engines)](const GameRecord& record) {
            const ScheduledGame game = played_game(record, names);
            table_.add(game, record.verdict, forfeited_turns(record));
            count(game, record.verdict.result);
            earlier_.emplace(game.number, Played{game, record.verdict.result});
            watcher_.finished(record, schedule_->size());
        });
        refuse_foreign_games();
        files_.resumed();
        progress_ = program::Progress(earlier_.size(), program::Progress::Clock::now());
        if (!earlier_.empty())
            out_ << "Resuming after " << earlier_.size() << " finished games" << std::endl;
    }

    /// Throws Error unless the schedule hands out every game of the journal as recorded there.
    void refuse_foreign_games() const {
        PlayedSchedule played(settings_.schedule);
        for (const auto& [number, earlier] : earlier_)
            if (!has(earlier.game) || !played.finish(earlier.game, earlier.result))
                throw Error(fmt::format("{}: game {} is not one that this match of {} games plays",
                                        utf8_of(settings_.journal), number,
                                        played.schedule().size()));
    }

    /// Whether this shard plays the game.
    [[nodiscard]] bool has(const ScheduledGame& game) const {
        return !settings_.shard || settings_.shard->has(game.encounter);
    }

    /// The next game of this run. Games of other shards are skipped, those of an earlier run
    /// finished.
    std::optional<ScheduledGame> next_game() {
        while (auto game = schedule_->next()) {
            if (!has(*game)) continue;
            const auto played = earlier_.find(game->number);
            if (played == earlier_.end()) return game;
            schedule_->finished(*game, played->second.result);
            earlier_.erase(played);
        }
        return std::nullopt;
    }

    /// Starts all engines before the first game, so that an error in the settings of the last does
    /// not end the match after a day of play. With two engines the first game does that.
    void check_engines(std::size_t engine) {
        if (stopped_) return;
        if (settings_.engines.size() == 2 || engine == settings_.engines.size() ||
            progress_.done() >= total())
            return begin_games();
        TextEngine& process = pool_.take(engine, 0);
        process.set_place({});
        process.prepare([this, engine, &process](std::optional<Failure> failure) {
            if (failure) return fail(start_text(process.name(), *failure));
            process.quit([this, engine, &process] {
                pool_.give_back(engine, 0, process);
                check_engines(engine + 1);
            });
        });
    }

    void begin_games() {
        while (!waiting_.empty()) {
            const auto game = next_game();
            if (!game) break; // over, or the next one depends on games in progress
            const std::size_t player = waiting_.back();
            waiting_.pop_back();
            begin(*game, player);
        }
        if (waiting_.size() == players_.size()) stop();
    }

    void begin(const ScheduledGame& game, std::size_t player) {
        const std::size_t turn = settings_.opening_by_round ? game.round - 1 : game.encounter;
        const Opening& opening = openings_[turn % openings_.size()];
        GameTask task;
        task.number = static_cast<int>(game.number);
        task.round = static_cast<int>(game.round);
        task.encounter = game.encounter;
        task.first = opening.first;
        task.start_is_setup = opening.start_is_setup;
        task.opening = opening.moves;
        for (const Side side : BOTH_SIDES)
            task.engines[side] = &pool_.take(game.players[side], player);
        say(fmt::format("Started game {} of {} {}", game.number, schedule_->size(), title(game)));
        const auto over = [this, player, game, engines = task.engines](
                              const GameRecord& record, std::optional<std::string> never_started) {
            if (never_started) return fail(std::move(*never_started));
            for (const Side side : BOTH_SIDES)
                pool_.give_back(game.players[side], player, *engines[side]);
            try {
                finished(game, record);
            } catch (const Error& error) { // the disk is full
                return fail(error.what());
            }
            if (!stopped_) pause(player);
        };
        players_[player]->play(task, over);
    }

    /// Lets the player begin its next game, after settings_.wait.
    void pause(std::size_t player) {
        const auto go_on = [this, player](const boost::system::error_code& fault) {
            if (fault || stopped_) return;
            waiting_.push_back(player);
            begin_games();
        };
        if (settings_.wait == Milliseconds(0)) return go_on({});
        pauses_[player].expires_after(settings_.wait);
        pauses_[player].async_wait(go_on);
    }

    void finished(const ScheduledGame& game, const GameRecord& record) {
        files_.add(record);
        if (!log_.whole()) throw cannot_write(settings_.log);
        const Verdict& verdict = record.verdict;
        progress_.finished();
        table_.add(game, verdict, forfeited_turns(record));
        count(game, verdict.result);
        schedule_->finished(game, verdict.result);
        watcher_.finished(record, total());
        say(fmt::format("Finished game {} {}: {} {{{}}}", game.number, title(game),
                        to_text(verdict.result), verdict.reason));
        if (settings_.score_interval != 0 && progress_.done() % settings_.score_interval == 0)
            say(score_line(game));
        if (settings_.rating_interval != 0 && progress_.done() % settings_.rating_interval == 0)
            report();
        if (log_.ends_with(record)) {
            status_ = 1;
            return stop();
        }
        if (decided()) stop();
    }

    /// Whether the SPRT has reached a bound; keeps the verdict.
    bool decided() {
        if (!sprt_) return false;
        sprt_verdict_ = sprt_->accepted(sprt_cells(*sprt_, table_));
        return sprt_verdict_.has_value();
    }

    [[nodiscard]] std::string title(const ScheduledGame& game) const {
        return fmt::format("({} vs {})", settings_.engines[game.players[0]].name,
                           settings_.engines[game.players[1]].name);
    }

    void count(const ScheduledGame& game, Result result) {
        const bool as_listed = game.players[0] == game.first;
        ++scores_[{game.first, game.players[as_listed ? 1 : 0]}]
                 [half_points(result, as_listed ? Side::White : Side::Black)];
    }

    /// "Score of A vs B: 3 - 1 - 2  [0.667] 6", won, lost, drawn, of those who have just met.
    [[nodiscard]] std::string score_line(const ScheduledGame& game) const {
        const std::size_t second = game.players[0] + game.players[1] - game.first;
        const auto& [lost, drawn, won] = scores_.at({game.first, second});
        const std::uint64_t games = lost + drawn + won;
        return fmt::format("Score of {} vs {}: {} - {} - {}  [{:.3f}] {}",
                           settings_.engines[game.first].name, settings_.engines[second].name, won,
                           lost, drawn,
                           (static_cast<double>(won) + static_cast<double>(drawn) / 2) /
                               static_cast<double>(games),
                           games);
    }

    /// Games of the match, as far as known, including those of earlier runs.
    [[nodiscard]] std::size_t total() const {
        return std::max(settings_.shard ? shard_size_ : schedule_->size(), progress_.done());
    }

    /// Prints a line above the bar.
    void say(const std::string& line) {
        status_line_.clear();
        out_ << line << std::endl;
        std::string bar = progress_.bar(total(), program::Progress::Clock::now());
        if (settings_.engines.size() == 2) bar += ", " + table_.lead();
        if (sprt_) bar += ", " + sprt_line(*sprt_, table_);
        status_line_.draw(bar);
    }

    void report() {
        reported_ = progress_.done();
        status_line_.clear();
        out_ << RULE << "Progress: " << progress_.text(total(), program::Progress::Clock::now())
             << '\n'
             << table_.summary(schedule_->places());
        if (sprt_) out_ << sprt_line(*sprt_, table_) << '\n';
        out_ << RULE << std::flush;
    }

    void fail(std::string why) {
        failure_ = std::move(why);
        stop();
    }

    /// Stops the games in progress.
    void stop() {
        if (std::exchange(stopped_, true)) return;
        for (auto& pause : pauses_) pause.cancel();
        const auto closing = signals_->closing();
        watcher_.stopped(closing);
        pool_.end(closing);
    }

    const MatchSettings& settings_;
    std::ostream& out_;
    std::ostream& err_;
    MatchWatcher& watcher_;
    program::StatusLine status_line_;
    std::unique_ptr<Schedule> schedule_;
    std::vector<Opening> openings_;
    ScoreTable table_;
    std::map<std::array<std::size_t, 2>, std::array<std::uint64_t, 3>> scores_; ///< by pairing
    MatchFiles files_;
    std::map<std::size_t, Played> earlier_; ///< games of an earlier run not reached yet
    program::Progress progress_{0, {}};
    MatchLog log_;
    std::optional<Sprt> sprt_;
    boost::asio::io_context loop_;
    std::optional<EndingSignals> signals_;
    Following following_{watcher_}; ///< ends before the loop does
    EnginePool pool_{loop_, settings_, log_, watcher_.max_files()};
    std::vector<std::unique_ptr<GamePlayer>> players_;
    std::vector<boost::asio::steady_timer> pauses_; ///< by player, between two of its games
    std::vector<std::size_t> waiting_;              ///< players without a game
    std::size_t shard_size_ = 0;
    std::size_t reported_ = 0; ///< games finished at the last report
    std::optional<std::string_view> sprt_verdict_;
    std::optional<std::string> failure_;
    int status_ = 0;
    bool stopped_ = false;
};

} // namespace

int run_match(const MatchSettings& settings, std::ostream& out, std::ostream& err,
              MatchWatcher& watcher) {
    require_room(settings, watcher.max_files());
    return Tournament(settings, out, err, watcher).run();
}

} // namespace agon::arena
