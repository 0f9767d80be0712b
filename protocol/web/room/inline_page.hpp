// A page in one file: it needs no other, and no server.
#pragma once

#include "protocol/web/room/json.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace agon::page {

/// A module of JavaScript. Others import it as "agon/board.js", if that is its name.
struct Module {
    std::string_view name; ///< "board.js"
    std::string_view source;
};

struct InlinePage {
    std::string title;
    std::vector<std::string_view> styles; ///< one after another
    std::string body;                     ///< HTML
    std::vector<Module> modules;
    std::string_view start; ///< the name of the module that runs
    Json data;              ///< the script finds it in the element `data`
};

/// The HTML. Browsers refuse to import files of a folder that no server serves, so that each module
/// is a `data:` URL in an import map.
[[nodiscard]] std::string inline_page(const InlinePage& page);

/// The text with each `{{name}}` replaced by the text of that name.
[[nodiscard]] std::string filled(std::string_view text,
                                 const std::map<std::string_view, std::string>& texts);

} // namespace agon::page
