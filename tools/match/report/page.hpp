// The frame of the pages: style, data and script in one document.
#pragma once

#include "tools/match/formats/json_lines.hpp"

#include <map>
#include <string>
#include <string_view>

namespace agon::match {

/// The text with each `{{name}}` replaced by the text of that name.
[[nodiscard]] std::string filled(std::string_view text,
                                 const std::map<std::string_view, std::string>& texts);

/// One of everything that a board can show, as SVG, for the page's script to copy: both queens, all
/// guards in reserve, a captured piece, and a last action from the left to the right.
[[nodiscard]] std::string sample_board();

/// `title` of the data, for `{{title}}`.
[[nodiscard]] std::string escaped_title(const Json& data);

/// An HTML document that needs nothing else. The script finds `data` in the element of that name.
[[nodiscard]] std::string page_of(const Json& data, const std::string& body,
                                  std::string_view script);

/// Throws Error when it cannot be written.
void write_page(const std::string& file, const std::string& page);

} // namespace agon::match
