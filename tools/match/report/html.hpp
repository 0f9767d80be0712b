// Tables as HTML.
#pragma once

#include <string>
#include <vector>

namespace agon::match {

struct HtmlTable {
    std::string caption;
    std::vector<std::string> head;
    std::vector<std::vector<std::string>> rows; ///< each as long as `head`; the first cell names it
};

/// All texts are escaped. A table that is wider than the page scrolls by itself.
[[nodiscard]] std::string to_html(const HtmlTable& table);

} // namespace agon::match
