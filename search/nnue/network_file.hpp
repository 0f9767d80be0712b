// The file that holds a network. README.md describes it.
#pragma once

#include "search/nnue/network.hpp"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace agon::search::nnue {

inline constexpr std::size_t CHECKSUM_SIZE = 4; ///< bytes at the end of a file

/// The rule sets that a network was trained on, from its file or a beginning of it that has them.
/// Throws Error as read_network().
[[nodiscard]] std::vector<RuleSet> read_trained_on(std::string_view bytes);

/// Throws Error with what is wrong: another kind of file, version or architecture, a wrong
/// checksum, or weights with which an accumulator or a sum could overflow.
[[nodiscard]] std::unique_ptr<const Network> read_network(std::string_view bytes);
/// The same from a file; the message names it. Blocks on reading.
[[nodiscard]] std::unique_ptr<const Network> load_network(const std::filesystem::path& file);
/// The inverse of read_network().
[[nodiscard]] std::string write_network(const Network& network);

} // namespace agon::search::nnue
