#include "tools/match/report/html.hpp"

#include "engine/draw/markup.hpp"

namespace agon::match {

std::string to_html(const HtmlTable& table) {
    const std::string caption = attribute_escaped(table.caption);
    // What scrolls must take the focus, or the keyboard could not scroll it.
    std::string html = "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"" +
                       caption + "\"><table><caption>" + caption + "</caption><thead><tr>";
    for (const auto& text : table.head)
        html += "<th scope=\"col\">" + attribute_escaped(text) + "</th>";
    html += "</tr></thead><tbody>\n";
    for (const auto& row : table.rows) {
        html += "<tr><th scope=\"row\">" + attribute_escaped(row.front()) + "</th>";
        for (std::size_t i = 1; i < row.size(); ++i)
            html += "<td>" + attribute_escaped(row[i]) + "</td>";
        html += "</tr>\n";
    }
    return html + "</tbody></table></div>\n";
}

} // namespace agon::match
