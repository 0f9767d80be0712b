// What a page in one file needs to show games.
#pragma once

#include "protocol/web/room/inline_page.hpp"

#include <string_view>
#include <vector>

namespace agon::page {

/// The board, the viewer of games, and the words.
[[nodiscard]] std::vector<Module> viewer_modules();
[[nodiscard]] std::vector<std::string_view> viewer_styles();
/// HTML that the body begins with: pictures of the pieces, which all others use.
[[nodiscard]] std::string_view viewer_pieces();

} // namespace agon::page
