// Text as HTML, and tables of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace agon::match {

/// Fit for content and for quoted attributes.
[[nodiscard]] std::string html_escaped(std::string_view text);

struct HtmlTable {
    std::string caption;
    std::vector<std::string> head;
    std::vector<std::vector<std::string>> rows; ///< each as long as `head`; the first cell names it
};

/// All texts are escaped. A table that is wider than the page scrolls by itself.
[[nodiscard]] std::string to_html(const HtmlTable& table);

} // namespace agon::match
