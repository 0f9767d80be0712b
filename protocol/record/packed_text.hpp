// Text files that may be compressed: gzip, xz, Zstandard.
#pragma once

#include <cstdint>
#include <filesystem>
#include <istream>
#include <memory>
#include <string>
#include <string_view>

namespace agon {

/// open_text(), which it is for a file that is not compressed; a compressed one is decompressed as
/// a whole, into memory. The first bytes tell, not the name. Throws Error naming the file if it
/// cannot be read, if it is damaged or cut short, if the text has more than `max_bytes`, or if this
/// program was built without that format. Blocks on reading.
[[nodiscard]] std::unique_ptr<std::istream> open_packed_text(const std::filesystem::path& file,
                                                             std::uintmax_t max_bytes);

/// The text behind compressed bytes, which is the bytes themselves if they are not compressed.
/// Throws Error without the name of a file; otherwise as above.
[[nodiscard]] std::string unpacked(std::string_view bytes, std::uintmax_t max_bytes);

/// The name of the text in a file: "book.epd" for "book.epd.gz".
[[nodiscard]] std::filesystem::path unpacked_name(const std::filesystem::path& file);

} // namespace agon
