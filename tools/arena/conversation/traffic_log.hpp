// The log of a match: every line between the arena and the engines (arena.md, Log).
#pragma once

#include "protocol/record/record_file.hpp"
#include "tools/arena/conversation/text_engine.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace agon::arena {

/// Writes and flushes a line for each line of the conversations:
///
///     2026-11-21T06:07:02.123Z 12.34 name > go wtime 1000
///
/// that is UTC, game and ply (Place), the engine's name, and `>` for its input, `<` for its
/// output, `!` for its standard error.
class TrafficLog : public Traffic {
public:
    /// Locks the file. Without `append` the content of the earlier log is lost. An empty path
    /// disables the log. Throws Error if the file cannot be opened, another process is writing it,
    /// or it has content that is not a log.
    explicit TrafficLog(const std::filesystem::path& file, bool append = true);

    void sent(const TextEngine& engine, std::string_view line) override;
    void received(const TextEngine& engine, std::string_view line) override;
    void wrote_error(const TextEngine& engine, std::string_view line) override;

    /// False if a line could not be written.
    [[nodiscard]] bool whole() const { return whole_; }

private:
    void write(const TextEngine& engine, char direction, std::string_view line);

    std::optional<RecordFile> file_;
    bool whole_ = true;
};

/// The lines of one ply of a game; of its last attempt if it was begun several times.
/// Blocks on reading. Throws Error if the file cannot be opened.
[[nodiscard]] std::vector<std::string> logged_traffic(const std::filesystem::path& file, int game,
                                                      int ply);

} // namespace agon::arena
