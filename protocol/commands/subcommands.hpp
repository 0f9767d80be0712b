// What `agon COMMAND` does (protocols.md section 4).
#pragma once

#include "protocol/program/values.hpp"
#include "protocol/session/host.hpp"

#include <optional>
#include <ostream>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace agon::protocol {

using program::UsageError; // exit status 2

/// A subcommand's view of the command line, checked as far as the parser can.
struct Invocation {
    std::vector<std::string> arguments;
    bool divide = false;
    bool svg = false;
    bool diff = false;
    bool suite = false;
    std::string seed = "0";
    std::string book;
    std::optional<std::string> hash; ///< MB; where the host's own table is not meant
    std::optional<std::string> nodes, movetime, depth; ///< as typed; movetime in ms
    Host& host;                                        ///< set up by the common options
    std::ostream& out;
};

struct Subcommand {
    std::string_view name, arguments, summary;
    std::string_view details; ///< for `--help`; ends with a line feed
    std::size_t least_arguments, most_arguments;
    std::string_view own_options; ///< names of options beyond the common ones, one blank between
    /// Blocks until done. Throws UsageError, or Error for exit status 1.
    void (*run)(const Invocation&);
};

[[nodiscard]] std::span<const Subcommand> subcommands();

} // namespace agon::protocol
