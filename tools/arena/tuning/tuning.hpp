// A tuning: its journal, its shards, and how it is played (arena.md, Tuning).
#pragma once

#include "engine/record/openings.hpp"
#include "tools/arena/journal/json_lines.hpp"
#include "tools/arena/journal/settings.hpp"
#include "tools/arena/tuning/spsa.hpp"

#include <array>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <span>
#include <string>
#include <vector>

namespace agon::match {

// A tuning and its journal: a line of JSON with the settings, then one for each finished iteration.
// arena.md, Tuning, lists the keys.

/// Games by the points of the first side: lost, drawn, won.
using SideResults = std::array<int, 3>;

/// What the result depends on. `match` has two engines, the two sides, which differ only in their
/// names.
[[nodiscard]] Json tuning_settings_json(const MatchSettings& match,
                                        std::span<const Opening> openings,
                                        const SpsaSettings& spsa);

class Tuning {
public:
    /// Throws a std::exception for faulty settings.
    explicit Tuning(Json settings);

    [[nodiscard]] const Json& settings() const { return settings_; }
    [[nodiscard]] const Spsa& spsa() const { return spsa_; }
    /// Values by parameter: the start, then those after each iteration.
    [[nodiscard]] const std::vector<std::vector<double>>& course() const { return course_; }
    /// Of all iterations.
    [[nodiscard]] const SideResults& results() const { return results_; }

    /// Precondition: not spsa().over(), and the games are those of an iteration.
    void finish(const SideResults& results);

private:
    Json settings_;
    Spsa spsa_;
    std::vector<std::vector<double>> course_;
    SideResults results_{};
};

/// Whether the file begins as the journal of a tuning. False for one that cannot be read.
[[nodiscard]] bool is_tuning(const std::filesystem::path& file);

/// Blocks on reading. Throws Error with file and line when it is no journal of a tuning, or was
/// changed. `size`, unless null, is set to the bytes of its whole lines.
[[nodiscard]] Tuning read_tuning(const std::filesystem::path& file, std::uintmax_t* size = nullptr);

/// A tuning in progress.
class TuningFile {
public:
    /// Resumes the journal, or begins it. Throws Error when its settings differ, naming the first
    /// difference, when it cannot be read or written, or when another process writes it.
    TuningFile(const std::filesystem::path& file, Json settings);

    [[nodiscard]] const Tuning& tuning() const { return tuning_; }
    /// Writes the iteration to the disk, then finishes it. Throws Error when it cannot be written.
    void finish(const SideResults& results);

private:
    Tuning tuning_;
    std::optional<JsonLinesWriter> lines_;
};

// Tunings of the same settings, each a shard, and their combined result.

struct Tunings {
    std::vector<Tuning> parts;    ///< at least one
    std::vector<Shard> missing{}; ///< without a journal

    [[nodiscard]] const std::vector<Parameter>& parameters() const {
        return parts.front().spsa().settings().parameters;
    }
};

/// Blocks on reading. Throws Error when a file is no journal of a tuning, has other settings, or
/// repeats a shard. Precondition: there is a file.
[[nodiscard]] Tunings read_tunings(const std::vector<std::string>& files);

/// By parameter, the mean of the parts.
[[nodiscard]] std::vector<double> mean_values(const Tunings& tunings);

/// "300 of 300 iterations, 2400 games: +812 =790 -798".
[[nodiscard]] std::string summary_text(const Tunings& tunings);

/// "option.X=12 option.Y=3", the means as whole numbers, also those that have not changed: the
/// start of a tuning is not always the engine's default.
[[nodiscard]] std::string option_words(const Tunings& tunings);

/// A row of text for each parameter: start, mean, bounds, c_end, change in units of c_end, and in
/// the same units how far chance alone would have moved it (a standard deviation). The first row
/// has the headings.
[[nodiscard]] std::vector<std::vector<std::string>> value_rows(const Tunings& tunings);

/// All of this as lines.
[[nodiscard]] std::string report_text(const Tunings& tunings);

// Plays a tuning, several games at a time.

struct TuningSettings {
    /// Its two engines are the sides, which differ only in their names. `rating_interval` is in
    /// iterations. Without schedule, SPRT, PGN and EPD.
    MatchSettings match;
    SpsaSettings spsa;
};

/// Gets the state after every `rating_interval` iterations and at the end.
using ShowTuning = std::function<void(const Tunings&)>;

/// Continues after the iterations that the journal holds. Iterations follow each other; the games
/// of one run at the same time. Blocks until all are done, or a signal to end arrives; the games of
/// an unfinished iteration are lost. Writes lines to `out` (arena.md, Tuning), warnings and a fault
/// to `err`. Returns the exit status as run_match() does, and throws the same.
[[nodiscard]] int run_tuning(const TuningSettings& settings, std::ostream& out, std::ostream& err,
                             const ShowTuning& show);

} // namespace agon::match
