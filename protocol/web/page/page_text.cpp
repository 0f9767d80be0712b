#include "protocol/web/room/page_text.hpp"

#include "protocol/web/page/files.hpp"

#include <string_view>

namespace agon::page {

std::string_view page_text(std::string_view name) {
    return name == "pieces.html" ? pieces_html() : page_file(name).value();
}

} // namespace agon::page
