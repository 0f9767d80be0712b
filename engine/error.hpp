// Errors about input from outside: the exception, text in messages, opening files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace agon {

/// Thrown when input from outside is at fault. what() is one line for a person: what is wrong,
/// and where. The request had no effect. Sessions and the command line print the line.
class Error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// Text from outside: quoting it in a one-line message, and comparing it.

/// `text` with \xNN for each byte that is not printable ASCII. What takes more than `limit`
/// characters then is cut, and "..." follows.
[[nodiscard]] std::string escape_controls(std::string_view text, std::size_t limit = 60);

/// escape_controls() between single quotes.
[[nodiscard]] inline std::string in_quotes(std::string_view text) {
    return '\'' + escape_controls(text) + '\'';
}

/// Ignores the case of ASCII letters only.
[[nodiscard]] bool equal_ignoring_case(std::string_view a, std::string_view b);

// Opening a file whose name comes from outside.

/// Opens a regular file of at most `most_bytes` for reading, in binary. A FIFO or a device may
/// block or never end, so both are refused. Throws Error "cannot read FILE: REASON".
[[nodiscard]] std::ifstream open_regular(const std::filesystem::path& file,
                                         std::uintmax_t most_bytes = UINTMAX_MAX);

} // namespace agon
