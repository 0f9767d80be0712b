#include "tools/match/report_html.hpp"

namespace agon::match {

std::string html_escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
        case '&': result += "&amp;"; break;
        case '<': result += "&lt;"; break;
        case '>': result += "&gt;"; break;
        case '"': result += "&quot;"; break;
        case '\'': result += "&#39;"; break;
        default: result += c;
        }
    }
    return result;
}

std::string to_html(const HtmlTable& table) {
    const std::string caption = html_escaped(table.caption);
    // What scrolls must take the focus, or the keyboard could not scroll it.
    std::string html = "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"" +
                       caption + "\"><table><caption>" + caption + "</caption><thead><tr>";
    for (const auto& text : table.head) html += "<th scope=\"col\">" + html_escaped(text) + "</th>";
    html += "</tr></thead><tbody>\n";
    for (const auto& row : table.rows) {
        html += "<tr><th scope=\"row\">" + html_escaped(row.front()) + "</th>";
        for (std::size_t i = 1; i < row.size(); ++i)
            html += "<td>" + html_escaped(row[i]) + "</td>";
        html += "</tr>\n";
    }
    return html + "</tbody></table></div>\n";
}

} // namespace agon::match
