// Texts on their way between Python and C++. A str may hold lone surrogates, which no UTF-8 has,
// and a path may hold bytes that are no UTF-8.
#pragma once

#include <pybind11/pybind11.h>

#include <filesystem>
#include <string>

namespace agon::python {

/// A str in UTF-8. Throws UnicodeEncodeError for a lone surrogate. Precondition: `text` is a str.
[[nodiscard]] std::string text_of(const pybind11::handle& text);

/// For messages: what repr() gives, in printable ASCII.
[[nodiscard]] std::string shown(const pybind11::handle& object);

/// As os.fsdecode(): bytes that are no UTF-8 become lone surrogates.
[[nodiscard]] pybind11::str path_text(const std::filesystem::path& path);

/// Makes `type` the current Python error. Bytes of `message` that are no UTF-8 are escaped.
void set_error(const pybind11::handle& type, const std::string& message);

} // namespace agon::python
