// The frame of the pages: style, data and script in one document.
#pragma once

#include "protocol/web/room/page_file.hpp" // PAGE_KIND, for the writers of pages
#include "tools/arena/journal/json.hpp"

#include <map>
#include <string>
#include <string_view>

namespace agon::arena {

inline constexpr std::size_t MAX_POINTS = 400; ///< of a curve; more would not be visible

/// The text with each `{{name}}` replaced by the text of that name.
[[nodiscard]] std::string filled(std::string_view text,
                                 const std::map<std::string_view, std::string>& texts);

/// One of everything that a board can show, as SVG, for the page's script to copy: both queens, all
/// guards in reserve, a captured piece, and a last action from the left to the right.
[[nodiscard]] std::string sample_board();

/// `title` of the data, for `{{title}}`.
[[nodiscard]] std::string escaped_title(const Json& data);

/// A self-contained HTML document. The script finds `data` in the element of that name.
[[nodiscard]] std::string page_of(const Json& data, const std::string& body,
                                  std::string_view script);

} // namespace agon::arena
