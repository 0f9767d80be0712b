// Text and numbers in SVG and HTML.
#pragma once

#include <string>
#include <string_view>

namespace agon {

/// Fit for content, whatever bytes `text` has.
[[nodiscard]] std::string content_escaped(std::string_view text);

/// Fit for quoted attributes, and for content too.
[[nodiscard]] std::string attribute_escaped(std::string_view text);

/// A number of less than 20 digits, with up to `digits` after the point; the same in every locale.
[[nodiscard]] std::string decimal(double value, int digits = 1);

} // namespace agon
