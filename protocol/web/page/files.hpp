// The files of the page, which the build embeds (files.cmake says which they are).
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace agon::page {

struct PageFile {
    std::string_view name; ///< "board.js"
    std::string_view text;
};

/// Its HTML, which names the files below a folder with the name of the version.
[[nodiscard]] std::string_view page_html();
/// The drawings of the pieces, with which the body of any page with a board begins.
[[nodiscard]] std::string_view pieces_html();
/// A hash of all of it.
[[nodiscard]] std::string_view page_version();
/// Its style and its modules.
[[nodiscard]] std::span<const PageFile> page_files();
/// The text of one of them, or of a file that only pages of one file have, as viewer.js; nullopt if
/// there is none.
[[nodiscard]] std::optional<std::string_view> page_file(std::string_view name);

} // namespace agon::page
