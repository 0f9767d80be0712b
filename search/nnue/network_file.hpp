// The file that holds a network. README.md describes it.
#pragma once

#include "search/nnue/network.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace agon::search::nnue {

/// Throws Error with what is wrong: another kind of file, version or architecture, a wrong
/// checksum, or weights with which an accumulator or a sum could overflow.
[[nodiscard]] std::unique_ptr<const Network> read_network(std::string_view bytes);
/// The same from a file; the message names it. Blocks on reading.
[[nodiscard]] std::unique_ptr<const Network> load_network(const std::filesystem::path& file);
/// The inverse of read_network().
[[nodiscard]] std::string write_network(const Network& network);

} // namespace agon::search::nnue
