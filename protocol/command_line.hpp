// The program `agon` as a function: its protocols and its commands (protocols.md section 4).
#pragma once

#include "protocol/cli/options.hpp"
#include "protocol/cli/program.hpp"
#include "protocol/gtp/gtp_session.hpp"

#include <memory>
#include <optional>
#include <string_view>

namespace agon::protocol {

// The program `agon` as a function.

/// For program::run_main(). Blocks until done.
[[nodiscard]] int run_command_line(const program::Words& args);

// The three protocols, and which of them a first line is in (protocols.md, What the engine speaks).

enum class Protocol { Uci, Ugi, Gtp };

/// "uci", "ugi" or "gtp"; nothing for any other word.
[[nodiscard]] std::optional<Protocol> find_protocol(std::string_view name);

/// By the first word: `ugi` is UGI, a number or a word that only GTP knows is GTP, any other is
/// UCI. Nothing when the line is empty or a comment, which all of them pass over.
[[nodiscard]] std::optional<Protocol> detect_protocol(std::string_view line);

/// `gtp` is for GTP alone, whose log file may be at fault: Error. Host and output must outlive the
/// session.
[[nodiscard]] std::unique_ptr<Session> make_session(Protocol protocol, Host& host, Output& output,
                                                    const GtpOptions& gtp);

// What `agon COMMAND` does (protocols.md section 4).

/// `agon kit`, as program::Command::run: writes the files with which other programs check their
/// rules. Blocks until done. Throws Error where it cannot write.
[[nodiscard]] int kit(const program::Words& args);

/// Each command prints to standard output and blocks until done.
[[nodiscard]] std::span<const program::Command> subcommands();

} // namespace agon::protocol
