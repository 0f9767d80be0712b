// The texts of which a page in one file is made.
#pragma once

#include <string_view>

namespace agon::page {

/// A file of the page, "board.js" or "pieces.html", for inline_page(). The room of a page without a
/// server has none: it gives the name in braces, and the page, which has them all, puts the text in
/// its place (inline.js). Precondition: there is such a file.
[[nodiscard]] std::string_view page_text(std::string_view name);

} // namespace agon::page
