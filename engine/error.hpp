// Faults in what comes from outside: the error, its words, and the opening of a file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace agon {

// What the engine throws when a text from outside is at fault.

/// The message is one line for a person: what was wrong, and where. Whatever was asked for has
/// not happened. Sessions and the command line turn it into text at their edge.
class Error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// Text from outside: made fit for a message of one line, and compared.

/// `text` with \xNN for each byte that is not printable ASCII. What is longer than `limit` bytes is
/// cut and ends in "...".
[[nodiscard]] std::string escape_controls(std::string_view text, std::size_t limit = 60);

/// escape_controls() between single quotes.
[[nodiscard]] inline std::string in_quotes(std::string_view text) {
    return '\'' + escape_controls(text) + '\'';
}

/// Of ASCII letters.
[[nodiscard]] bool equal_ignoring_case(std::string_view a, std::string_view b);

// Opening a file whose name comes from outside.

/// Opens a regular file of at most `most_bytes` for reading, in binary. A FIFO or a device may
/// block or never end, so both are refused. Throws Error "cannot read FILE: REASON".
[[nodiscard]] std::ifstream open_regular(const std::filesystem::path& file,
                                         std::uintmax_t most_bytes = UINTMAX_MAX);

} // namespace agon
