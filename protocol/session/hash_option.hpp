// The option --hash of a command that searches.
#pragma once

#include "protocol/cli/options.hpp"
#include "search/engine.hpp"

#include <cstddef>
#include <string>

namespace agon::protocol {

/// With the bounds of UCI's `Hash`; whether there is so much memory is known only later.
inline void add_hash_option(program::Options& options, std::size_t& megabytes,
                            const std::string& help = "size of the transposition table in MB") {
    options.number("hash", megabytes, help, search::MIN_HASH_MB, search::MAX_HASH_MB);
}

} // namespace agon::protocol
