// A tuning and its journal: a line of JSON with the settings, then one for each finished iteration.
// arena.md, Tuning, lists the keys.
#pragma once

#include "tools/match/formats/json_lines.hpp"
#include "tools/match/formats/openings.hpp"
#include "tools/match/spsa/spsa.hpp"
#include "tools/match/tournament/settings.hpp"

#include <array>
#include <filesystem>
#include <span>
#include <vector>

namespace agon::match {

/// Games by the points of the first side: lost, drawn, won.
using SideResults = std::array<int, 3>;

/// What the result depends on. `match` is one of two engines, the two sides, which are the same but
/// for their names.
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
    /// Goes on with the journal, or begins it. Throws Error when it is of other settings, naming
    /// the first that differs, cannot be read or written, or another process writes it.
    TuningFile(const std::filesystem::path& file, Json settings);

    [[nodiscard]] const Tuning& tuning() const { return tuning_; }
    /// Writes the iteration to the disk, then finishes it. Throws Error when it cannot be written.
    void finish(const SideResults& results);

private:
    Tuning tuning_;
    std::optional<JsonLinesWriter> lines_;
};

} // namespace agon::match
