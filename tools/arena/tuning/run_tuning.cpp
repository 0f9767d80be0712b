#include "tools/arena/tuning/run_tuning.hpp"

#include "engine/error.hpp"
#include "protocol/cli/program.hpp"
#include "protocol/cli/progress.hpp"
#include "protocol/cli/terminal.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/record_file.hpp"
#include "protocol/record/result.hpp"
#include "protocol/record/writable.hpp"
#include "tools/arena/match/ending_signals.hpp"
#include "tools/arena/match/engine_pool.hpp"
#include "tools/arena/match/game_player.hpp"
#include "tools/arena/match/match_log.hpp"
#include "tools/arena/tuning/tuning.hpp"
#include "tools/arena/tuning/tunings.hpp"

#include <fmt/format.h>
#include <ostream>

namespace agon::arena {
namespace {

class TuningRun {
public:
    TuningRun(const TuningSettings& settings, std::ostream& out, std::ostream& err,
              const ShowTuning& show)
        : settings_(settings), match_(settings.match), out_(out), err_(err), show_(show),
          status_line_(err, match_.bar), openings_(load_openings(match_.openings, match_.rules)),
          file_(match_.journal, tuning_settings_json(match_, openings_, settings.spsa)),
          log_(match_, spsa().finished() > 0, status_line_, err),
          progress_(spsa().finished() * games(), program::Progress::Clock::now()) {}

    int run() {
        out_ << fmt::format("Rules: {}; {}", match_.rules.variant, limit_text(match_.adjudication))
             << std::endl;
        if (const auto warning = start_warning(match_.openings, openings_.size()))
            err_ << *warning << std::endl;
        if (spsa().finished() > 0)
            out_ << "Resuming after " << spsa().finished() << " finished iterations" << std::endl;
        signals_.emplace(
            loop_,
            [this] {
                status_ = program::BROKEN_OFF;
                stop();
            },
            [this] { pool_.kill(); });
        for (std::size_t i = 0; i < match_.concurrency; ++i) {
            players_.push_back(std::make_unique<GamePlayer>(
                match_.rules, match_.adjudication, nobody_,
                [this](const std::string& line) { log_.print(line); }));
            waiting_.push_back(i);
        }
        if (spsa().over())
            stop();
        else
            begin_iteration();
        loop_.run();
        status_line_.clear();
        if (failure_) throw Error(*failure_);
        report();
        out_ << (status_ == 0 ? "Finished tuning" : "Tuning broken off") << std::endl;
        return status_;
    }

private:
    [[nodiscard]] const Spsa& spsa() const { return file_.tuning().spsa(); }
    [[nodiscard]] std::size_t games() const { return 2 * settings_.spsa.pairs; }
    [[nodiscard]] std::size_t all_games() const { return settings_.spsa.iterations * games(); }

    void begin_iteration() {
        probe_ = spsa().probe();
        results_ = {};
        begun_ = finished_ = 0;
        begin_games();
    }

    void begin_games() {
        while (begun_ < games() && !waiting_.empty()) {
            const std::size_t player = waiting_.back();
            waiting_.pop_back();
            begin(begun_++, player);
        }
    }

    /// Games 2k and 2k+1 of an iteration are a pair: the first side is white in the even one.
    void begin(std::size_t game, std::size_t player) {
        const Shard& shard = settings_.spsa.shard;
        const std::size_t number = spsa().finished() * games() + game;
        const std::size_t pair = number / 2 * shard.count + shard.part - 1;
        const Opening& opening = openings_[pair % openings_.size()];
        GameTask task;
        task.number = static_cast<int>(number) + 1;
        task.encounter = pair;
        task.first = opening.first;
        task.start_is_setup = opening.start_is_setup;
        task.opening = opening.moves;
        const Side first_side = game % 2 == 0 ? Side::White : Side::Black;
        for (std::size_t side = 0; side < 2; ++side) {
            TextEngine& engine = pool_.take(side, player);
            for (std::size_t i = 0; i < settings_.spsa.parameters.size(); ++i)
                engine.set_option(settings_.spsa.parameters[i].name,
                                  std::to_string(probe_.values[side][i]));
            task.engines[side == 0 ? first_side : ~first_side] = &engine;
        }
        const auto over = [this, player, first_side, engines = task.engines](
                              const GameRecord& record, std::optional<std::string> never_started) {
            if (never_started) return fail(std::move(*never_started));
            for (const Side side : BOTH_SIDES)
                pool_.give_back(side == first_side ? 0 : 1, player, *engines[side]);
            waiting_.push_back(player);
            try {
                finished(record, first_side);
            } catch (const Error& error) { // the disk is full
                fail(error.what());
            }
        };
        players_[player]->play(task, over);
    }

    void finished(const GameRecord& record, Side first_side) {
        if (!log_.whole()) throw cannot_write(match_.log);
        const Verdict& verdict = record.verdict;
        if (log_.ends_with(record)) {
            status_ = 1;
            return stop();
        }
        faults_ += verdict.fault.has_value();
        progress_.finished();
        ++results_[half_points(verdict.result, first_side)];
        status_line_.draw(progress_.bar(all_games(), program::Progress::Clock::now()));
        if (stopped_) return;
        if (++finished_ < games()) return begin_games();
        file_.finish(results_);
        status_line_.clear();
        out_ << fmt::format("Finished iteration {} of {}: +{} ={} -{}\n", spsa().finished(),
                            settings_.spsa.iterations, results_[2], results_[1], results_[0])
             << std::flush;
        if (spsa().over()) return stop();
        if (match_.rating_interval != 0 && spsa().finished() % match_.rating_interval == 0)
            report();
        begin_iteration();
    }

    void report() {
        const Tunings tunings{{file_.tuning()}};
        status_line_.clear();
        out_ << "Progress: " << progress_.text(all_games(), program::Progress::Clock::now()) << '\n'
             << report_text(tunings);
        if (faults_ > 0) out_ << "Games that a fault decided in this run: " << faults_ << '\n';
        out_ << std::flush;
        show_(tunings);
    }

    void fail(std::string why) {
        failure_ = std::move(why);
        stop();
    }

    /// Breaks off the games in progress.
    void stop() {
        if (std::exchange(stopped_, true)) return;
        pool_.end(signals_->closing());
    }

    const TuningSettings& settings_;
    const MatchSettings& match_;
    std::ostream& out_;
    std::ostream& err_;
    const ShowTuning& show_;
    program::StatusLine status_line_;
    std::vector<Opening> openings_;
    TuningFile file_;
    MatchLog log_;
    program::Progress progress_;
    Spectator nobody_;
    boost::asio::io_context loop_;
    std::optional<EndingSignals> signals_;
    EnginePool pool_{loop_, match_, log_};
    std::vector<std::unique_ptr<GamePlayer>> players_;
    std::vector<std::size_t> waiting_; ///< players without a game
    // of the iteration in progress
    Probe probe_;
    SideResults results_{};
    std::size_t begun_ = 0, finished_ = 0; ///< games

    std::size_t faults_ = 0;
    std::optional<std::string> failure_;
    int status_ = 0;
    bool stopped_ = false;
};

} // namespace

int run_tuning(const TuningSettings& settings, std::ostream& out, std::ostream& err,
               const ShowTuning& show) {
    require_room(settings.match);
    return TuningRun(settings, out, err, show).run();
}

} // namespace agon::arena
