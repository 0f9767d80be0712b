#include "tools/arena/tuning/tuning.hpp"

#include "engine/error.hpp"
#include "engine/record/record_file.hpp"
#include "engine/utf8.hpp"
#include "protocol/cli/program.hpp"
#include "tools/arena/journal/journal_settings.hpp"
#include "tools/arena/journal/json_values.hpp"
#include "tools/arena/match/ending_signals.hpp"
#include "tools/arena/match/engine_pool.hpp"
#include "tools/arena/match/game_player.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <ostream>
#include <spdlog/fmt/fmt.h>

namespace agon::match {
namespace {

constexpr int TUNING_FORMAT = 1;
const std::string BEGIN = "{\"tuning\":";
const std::string WHAT = "the journal of a tuning";

SpsaSettings spsa_from(const Json& settings) {
    const Json& json = member(settings, "spsa");
    (void)engines_from(settings); // these three are for the page
    (void)value_at<std::string>(settings, "variant");
    (void)value_at<std::string>(settings, "setup");
    SpsaSettings spsa;
    spsa.iterations = value_at<std::size_t>(json, "iterations");
    spsa.pairs = value_at<std::size_t>(json, "pairs");
    spsa.seed = value_at<std::uint64_t>(json, "seed");
    if (const auto shards = shards_from(settings); !shards.empty()) spsa.shard = shards.front();
    for (const Json& row : list_of(json, "parameters")) {
        spsa.parameters.push_back({value_at<std::string>(row, "name"), value_at<int>(row, "start"),
                                   value_at<int>(row, "min"), value_at<int>(row, "max"),
                                   value_at<double>(row, "c_end"), value_at<double>(row, "r_end")});
        const Parameter& parameter = spsa.parameters.back();
        if (!(parameter.least <= parameter.start && parameter.start <= parameter.most &&
              parameter.c_end > 0))
            throw Error("parameter " + parameter.name + ": numbers that do not fit together");
    }
    if (spsa.pairs == 0) throw Error("an iteration without games");
    return spsa;
}

Json line_of(const Spsa& spsa, const SideResults& results) {
    const Probe probe = spsa.probe();
    return {{"iteration", spsa.finished() + 1},
            {"sides", probe.values},
            {"lost", results[0]},
            {"drawn", results[1]},
            {"won", results[2]}};
}

/// Throws Error unless it is the line of the next iteration.
SideResults results_from(const Json& line, const Spsa& spsa) {
    const SideResults results{value_at<int>(line, "lost"), value_at<int>(line, "drawn"),
                              value_at<int>(line, "won")};
    const auto negative = [](int games) { return games < 0; };
    if (std::ranges::any_of(results, negative) ||
        std::accumulate(results.begin(), results.end(), std::size_t{0}) !=
            2 * spsa.settings().pairs)
        throw Error("not the games of an iteration");
    if (spsa.over()) throw Error("an iteration too many");
    if (line != line_of(spsa, results))
        throw Error("not what iteration " + std::to_string(spsa.finished() + 1) +
                    " of these settings plays");
    return results;
}

} // namespace

Json tuning_settings_json(const MatchSettings& match, std::span<const Opening> openings,
                          const SpsaSettings& spsa) {
    Json json = settings_json(match, openings);
    json["engines"].erase(1);
    for (const char* const key : {"tournament", "rounds", "games", "swap", "event", "site"})
        json.erase(key);
    Json& tuning = json["spsa"] = {
        {"iterations", spsa.iterations}, {"pairs", spsa.pairs}, {"seed", spsa.seed}};
    for (const Parameter& parameter : spsa.parameters)
        tuning["parameters"].push_back({{"name", parameter.name},
                                        {"start", parameter.start},
                                        {"min", parameter.least},
                                        {"max", parameter.most},
                                        {"c_end", parameter.c_end},
                                        {"r_end", parameter.r_end}});
    return json;
}

Tuning::Tuning(Json settings)
    : settings_(std::move(settings)), spsa_(spsa_from(settings_)), course_{spsa_.values()} {}

void Tuning::finish(const SideResults& results) {
    spsa_.finish(results[2] - results[0]);
    course_.push_back(spsa_.values());
    for (std::size_t i = 0; i < results.size(); ++i) results_[i] += results[i];
}

bool is_tuning(const std::filesystem::path& file) {
    if (!std::filesystem::is_regular_file(file)) return false;
    std::ifstream in = open_text(file);
    std::string begin(BEGIN.size(), '\0');
    return in.read(begin.data(), static_cast<std::streamsize>(begin.size())) && begin == BEGIN;
}

Tuning read_tuning(const std::filesystem::path& file, std::uintmax_t* size) {
    JsonLinesReader lines(file);
    const auto header = lines.next();
    if (!header || header->value("tuning", Json()) != TUNING_FORMAT)
        throw lines.fault("not " + WHAT);
    const auto checked = [&lines](const auto& read) {
        try {
            return read();
        } catch (const std::exception& error) {
            throw lines.fault(error.what());
        }
    };
    Tuning tuning = checked([&] { return Tuning(member(*header, "settings")); });
    while (const auto line = lines.next())
        checked([&] { tuning.finish(results_from(*line, tuning.spsa())); });
    if (size != nullptr) *size = lines.size();
    return tuning;
}

TuningFile::TuningFile(const std::filesystem::path& file, Json settings)
    : tuning_(std::move(settings)) {
    RecordFile locked(file); // before it is read, so that nobody else adds to it from here on
    const bool begun = has_first_line(file, BEGIN, WHAT);
    std::uintmax_t size = 0;
    if (begun) {
        Tuning earlier = read_tuning(file, &size);
        if (const auto other = difference(earlier.settings(), tuning_.settings()))
            throw Error(file.string() + " is the journal of another tuning (" + *other +
                        "); move it away, or name another with -journal file=");
        tuning_ = std::move(earlier);
    }
    lines_.emplace(std::move(locked), size);
    if (!begun) lines_->write({{"tuning", TUNING_FORMAT}, {"settings", tuning_.settings()}});
    lines_->sync();
}

void TuningFile::finish(const SideResults& results) {
    lines_->write(line_of(tuning_.spsa(), results));
    lines_->sync();
    tuning_.finish(results);
}

namespace {

/// How far the mean would be from the start by chance alone: the standard deviation of a walk of
/// the same steps in random directions.
double chance(const Tunings& tunings, std::size_t parameter) {
    double squares = 0;
    for (const Tuning& part : tunings.parts)
        for (std::size_t i = 1; i < part.course().size(); ++i)
            squares += std::pow(part.course()[i][parameter] - part.course()[i - 1][parameter], 2);
    return std::sqrt(squares) / static_cast<double>(tunings.parts.size());
}

/// The rows in columns: the first aligned to the left, the others to the right.
std::string aligned(const std::vector<std::vector<std::string>>& rows) {
    std::string text;
    for (const auto& row : rows) {
        for (std::size_t column = 0; column < row.size(); ++column) {
            std::size_t width = 0;
            for (const auto& other : rows) width = std::max(width, other[column].size());
            text += column == 0 ? fmt::format("{:<{}}", row[column], width)
                                : fmt::format("  {:>{}}", row[column], width);
        }
        text += '\n';
    }
    return text;
}

} // namespace

Tunings read_tunings(const std::vector<std::string>& files) {
    assert(!files.empty());
    Tunings tunings;
    ShardSet shards;
    Json first;
    for (const std::string& file : files) {
        Tuning tuning = read_tuning(file);
        Json settings = tuning.settings();
        const auto parts = shards_from(settings);
        settings.erase("shard");
        if (first.is_null()) first = settings;
        if (const auto other = difference(first, settings))
            throw Error(file + " is the journal of another tuning (" + *other + ')');
        if (!tunings.parts.empty() && (parts.empty() || shards.has(parts.front())))
            throw Error(file + " is a tuning that another journal is too");
        shards.add(file, parts);
        tunings.parts.push_back(std::move(tuning));
    }
    tunings.missing = shards.missing();
    return tunings;
}

std::vector<double> mean_values(const Tunings& tunings) {
    std::vector<double> means(tunings.parameters().size());
    for (const Tuning& part : tunings.parts)
        for (std::size_t i = 0; i < means.size(); ++i)
            means[i] += part.spsa().values()[i] / static_cast<double>(tunings.parts.size());
    return means;
}

std::string summary_text(const Tunings& tunings) {
    std::size_t done = 0, all = 0;
    SideResults results{};
    for (const Tuning& part : tunings.parts) {
        done += part.spsa().finished();
        all += part.spsa().settings().iterations;
        for (std::size_t i = 0; i < results.size(); ++i) results[i] += part.results()[i];
    }
    return fmt::format("{} of {} iterations, {} games: +{} ={} -{}", done, all,
                       results[0] + results[1] + results[2], results[2], results[1], results[0]);
}

std::string option_words(const Tunings& tunings) {
    const auto means = mean_values(tunings);
    std::string text;
    for (std::size_t i = 0; i < means.size(); ++i) {
        const std::string word =
            fmt::format("option.{}={}", tunings.parameters()[i].name, std::lround(means[i]));
        const bool quotes = word.find(' ') != std::string::npos;
        text += (text.empty() ? "" : " ") + (quotes ? '"' + word + '"' : word);
    }
    return text;
}

std::vector<std::vector<std::string>> value_rows(const Tunings& tunings) {
    std::vector<std::vector<std::string>> rows{
        {"parameter", "start", "now", "min", "max", "c_end", "change/c_end", "chance"}};
    const auto means = mean_values(tunings);
    for (std::size_t i = 0; i < means.size(); ++i) {
        const Parameter& parameter = tunings.parameters()[i];
        rows.push_back({parameter.name, std::to_string(parameter.start),
                        fmt::format("{:.2f}", means[i]), std::to_string(parameter.least),
                        std::to_string(parameter.most), fmt::format("{:g}", parameter.c_end),
                        fmt::format("{:+.2f}", (means[i] - parameter.start) / parameter.c_end),
                        fmt::format("{:.2f}", chance(tunings, i) / parameter.c_end)});
    }
    return rows;
}

std::string report_text(const Tunings& tunings) {
    return summary_text(tunings) + '\n' + missing_text(tunings.missing) +
           aligned(value_rows(tunings)) + "Options: " + option_words(tunings) + '\n';
}

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
            out_ << "Going on after " << spsa().finished() << " finished iterations" << std::endl;
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

} // namespace agon::match
