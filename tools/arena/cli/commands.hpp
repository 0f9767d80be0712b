// The commands of `agon-match` other than a match itself.
#pragma once

#include <string>
#include <vector>

namespace agon::arena {

// Each gets the words after its name, blocks until it is done and returns the exit status. Throws
// program::UsageError for wrong arguments and other exceptions for failures.

/// One game, added to a PGN file. A termination signal ends it; the actions so far are then
/// added with the result `*`. Status: 0 if it was played, whatever the result; 1 if an engine
/// had a fault; 130 after a termination signal.
[[nodiscard]] int play_command(const std::vector<std::string>& args);

/// Serves games to browsers until a termination signal; then the status is 0.
[[nodiscard]] int serve_command(const std::vector<std::string>& args);

/// Prints the table of a match that was played in shards, and writes one journal of them.
[[nodiscard]] int merge_command(const std::vector<std::string>& args);

/// Runs the conduct checks on an engine. Status: 0 if no check failed, otherwise 1.
[[nodiscard]] int check_command(const std::vector<std::string>& args);

/// Writes the page of a match or of a study.
[[nodiscard]] int report_command(const std::vector<std::string>& args);

/// Writes games in another format.
[[nodiscard]] int convert_command(const std::vector<std::string>& args);

/// Prints one rating list of the players in files.
[[nodiscard]] int rate_command(const std::vector<std::string>& args);

/// Prints how long an SPRT will take, and its ratio for given results.
[[nodiscard]] int sprt_command(const std::vector<std::string>& args);

/// Tunes numeric options of an engine. Status: as run_tuning().
[[nodiscard]] int spsa_command(const std::vector<std::string>& args);

/// Prints a game of a journal, or searches one of its actions again.
[[nodiscard]] int replay_command(const std::vector<std::string>& args);

/// Prints the figures of the games of journals.
[[nodiscard]] int measure_command(const std::vector<std::string>& args);

} // namespace agon::arena
