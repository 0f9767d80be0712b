// Text that passes between Python and C++. A str may hold lone surrogates, which UTF-8 cannot
// encode, and a path may hold bytes that are not UTF-8.
#pragma once

#include <pybind11/pybind11.h>

#include <filesystem>
#include <string>

namespace agon::python {

/// A str in UTF-8. Throws UnicodeEncodeError for a lone surrogate. Precondition: `text` is a str.
[[nodiscard]] std::string text_of(const pybind11::handle& text);

/// For messages: the result of repr(), in printable ASCII.
[[nodiscard]] std::string shown(const pybind11::handle& object);

/// Like os.fsdecode(): bytes that are not UTF-8 become lone surrogates.
[[nodiscard]] pybind11::str path_text(const std::filesystem::path& path);

/// Makes `type` the current Python error. Bytes of `message` that are not UTF-8 are escaped.
void set_error(const pybind11::handle& type, const std::string& message);

} // namespace agon::python
