// Text and numbers in SVG and HTML.
#pragma once

#include <string>
#include <string_view>

namespace agon {

/// `text` with & < > escaped, for the content of an element.
[[nodiscard]] std::string content_escaped(std::string_view text);

/// `text` with quotes escaped too, for an attribute.
[[nodiscard]] std::string attribute_escaped(std::string_view text);

/// `value` rounded to at most `digits` digits after the point; the same in every locale.
[[nodiscard]] std::string decimal(double value, int digits = 1);

} // namespace agon
