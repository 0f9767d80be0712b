// Whether the files that a command names are different files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace agon {

/// An output of a command line. Empty paths, here and among inputs, are ignored.
struct NamedFile {
    std::string option; ///< "-o"
    std::filesystem::path file;
};

/// The file that opening `file` for output would write: symbolic links are followed, also to a file
/// that does not exist yet.
[[nodiscard]] std::filesystem::path destination(const std::filesystem::path& file);

/// Whether both lead to one regular file: through symbolic or hard links, or another form of the
/// path. Also true for a file that does not exist yet. Devices and pipes lose nothing by being read
/// and written, so they are never the same file.
[[nodiscard]] bool same_file(const std::filesystem::path& a, const std::filesystem::path& b);

/// Throws Error, naming both, when an output is one of the inputs or another of the outputs.
void require_distinct(const std::vector<std::filesystem::path>& inputs,
                      const std::vector<NamedFile>& outputs);

} // namespace agon
