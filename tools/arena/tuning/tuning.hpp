// A tuning and its journal: a line of JSON with the settings, then one for each finished iteration.
// arena.md, Tuning, lists the keys.
#pragma once

#include "protocol/record/openings.hpp"
#include "tools/arena/journal/json.hpp"
#include "tools/arena/journal/json_lines.hpp"
#include "tools/arena/journal/settings.hpp"
#include "tools/arena/tuning/spsa.hpp"

#include <array>
#include <filesystem>
#include <span>
#include <vector>

namespace agon::arena {

/// Games by the points of the first side: lost, drawn, won.
using SideResults = std::array<int, 3>;

/// The settings that the result depends on. `match` has two engines, the two sides, which differ
/// only in their names.
[[nodiscard]] Json tuning_settings_json(const MatchSettings& match,
                                        std::span<const Opening> openings,
                                        const SpsaSettings& spsa);

class Tuning {
public:
    /// Throws a std::exception for invalid settings.
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

/// Whether the file begins as the journal of a tuning. False if it cannot be read.
[[nodiscard]] bool is_tuning(const std::filesystem::path& file);

/// Blocks on reading. Throws Error with file and line if it is not the journal of a tuning, or was
/// changed. `size`, unless null, is set to the bytes of its complete lines.
[[nodiscard]] Tuning read_tuning(const std::filesystem::path& file, std::uintmax_t* size = nullptr);

/// A tuning in progress.
class TuningFile {
public:
    /// Resumes the journal, or begins it. Throws Error if its settings differ, naming the first
    /// difference, if it cannot be read or written, or if another process writes it.
    TuningFile(const std::filesystem::path& file, Json settings);

    [[nodiscard]] const Tuning& tuning() const { return tuning_; }
    /// Writes the iteration to the disk, then finishes it. Throws Error if it cannot be written.
    void finish(const SideResults& results);

private:
    Tuning tuning_;
    std::optional<JsonLinesWriter> lines_;
};

} // namespace agon::arena
