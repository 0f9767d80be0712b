// Text and numbers in SVG and HTML.
#pragma once

#include <string>
#include <string_view>

namespace agon {

/// Fit for content and for quoted attributes, whatever bytes `text` has.
[[nodiscard]] std::string markup_escaped(std::string_view text);

/// A number of less than 20 digits, with up to `digits` after the point; the same in every locale.
[[nodiscard]] std::string decimal(double value, int digits = 1);

} // namespace agon
