// The program and its standard streams.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace agon::platform {

/// Call it first in main(). Returns the words after the program's name, in UTF-8. A standard stream
/// that is closed becomes the null device: input ends at once, and output is discarded instead of
/// going into the first file that is opened. On Windows it also makes text files and streams end
/// lines as they are written, with LF, and makes the console show UTF-8 and colours.
[[nodiscard]] std::vector<std::string> begin(int argc, const char* const* argv);
/// The executable file of this program.
[[nodiscard]] std::filesystem::path executable();
/// The suffix of executables: ".exe" or "".
extern const std::string_view PROGRAM_SUFFIX;
/// The file of a program; the suffix is optional.
[[nodiscard]] std::filesystem::path program_file(std::filesystem::path name);

enum class Stream { Input, Output, Errors };
[[nodiscard]] bool is_terminal(Stream stream);
/// The width of the terminal on standard output; 0 if there is none or it does not report one.
[[nodiscard]] std::size_t terminal_columns();
/// After this, a write to a closed pipe fails instead of raising a signal.
void ignore_broken_pipes();

} // namespace agon::platform
