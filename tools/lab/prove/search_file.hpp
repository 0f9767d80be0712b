// A search for a strategy that has not ended, as a file from which it continues.
#pragma once

#include "protocol/record/output_file.hpp"
#include "tools/lab/prove/claim.hpp"
#include "tools/lab/prove/prover.hpp"

#include <filesystem>
#include <istream>
#include <string>

namespace agon::prove {

extern const FileKind SEARCH_KIND;

/// The text of the file: about 80 bytes a position.
[[nodiscard]] std::string search_text(const Claim& claim, const SearchState& state);

/// The opposite. Throws Error with the line if the text is damaged, or if it is of a search with
/// another claim, `throne_only` or width.
[[nodiscard]] SearchState read_search(std::istream& text, const Claim& claim);

/// Throws Error naming the file if it cannot be read, or for the reasons above. Blocks.
[[nodiscard]] SearchState load_search(const std::filesystem::path& file, const Claim& claim);

} // namespace agon::prove
