// Every line of engine traffic in a file, and the lines of one action from it.
#pragma once

#include "tools/match/engines/text_engine.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace agon::match {

/// Each line is flushed at once:
///
///     2026-11-21T06:07:02.123Z 12.34 name < go wtime 1000
///
/// that is UTC, game and ply (Place), the engine's name, then `<` for what it is sent, `>` for what
/// it says, `!` for its standard error, and the text.
class TrafficLog : public Traffic {
public:
    /// An empty path logs nothing. Throws Error when the file cannot be opened.
    explicit TrafficLog(const std::filesystem::path& file, bool append = true);

    void sent(const TextEngine& engine, std::string_view line) override;
    void received(const TextEngine& engine, std::string_view line) override;
    void wrote_error(const TextEngine& engine, std::string_view line) override;

    /// False when a line could not be written; the log is then not whole.
    [[nodiscard]] bool whole() const { return !file_.is_open() || file_.good(); }

private:
    void write(const TextEngine& engine, char direction, std::string_view line);

    std::ofstream file_;
};

/// The lines of a log that belong to a ply of a game: its last attempt, if it was played several
/// times. Blocks on reading, one line at a time. Throws Error when the file cannot be opened.
[[nodiscard]] std::vector<std::string> logged_traffic(const std::filesystem::path& file, int game,
                                                      int ply);

} // namespace agon::match
