// The subcommands of `agon`, a source file for each (protocols.md section 4).
#pragma once

#include "protocol/cli/program.hpp"
#include "protocol/cli/values.hpp"

#include <span>
#include <string>
#include <vector>

namespace agon::protocol {

/// Each command prints to standard output and blocks until done.
[[nodiscard]] std::span<const program::Command> subcommands();

// Each is a program::Command::run. `agon play` and `agon review` are in protocol/terminal.

[[nodiscard]] int analyse(const program::Words& args);
[[nodiscard]] int bench(const program::Words& args);
[[nodiscard]] int eval(const program::Words& args);
[[nodiscard]] int genfens(const program::Words& args);
/// Writes the files with which other programs check their rules. Throws Error if it cannot write.
[[nodiscard]] int kit(const program::Words& args);
[[nodiscard]] int legal(const program::Words& args);
[[nodiscard]] int perft(const program::Words& args);
[[nodiscard]] int rules(const program::Words& args);
[[nodiscard]] int show(const program::Words& args);

/// Prints each line and a line feed.
void print_lines(const std::vector<std::string>& lines);

} // namespace agon::protocol
