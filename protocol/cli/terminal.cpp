#include "protocol/cli/terminal.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>

namespace agon::program {

bool shows_colour() {
    const char* const no_colour = std::getenv("NO_COLOR");
    return is_terminal(Stream::Output) && (no_colour == nullptr || *no_colour == '\0');
}

std::size_t line_width() {
    constexpr std::size_t USUAL = 80, NARROWEST = 20;
    const std::size_t columns = platform::terminal_columns();
    return std::max(columns > 0 ? columns : USUAL, NARROWEST) - 1;
}

std::string wrapped(std::string_view text, std::size_t width) {
    std::string result;
    while (!text.empty()) {
        std::string_view line = text.substr(0, text.find('\n'));
        const bool ended = line.size() < text.size();
        text.remove_prefix(line.size() + (ended ? 1 : 0));
        const std::string indent(std::min(line.find_first_not_of(' '), line.size()), ' ');
        line.remove_prefix(indent.size());
        while (indent.size() + line.size() > width) {
            const std::size_t room = width > indent.size() ? width - indent.size() : 0;
            std::size_t space = line.substr(0, room + 1).rfind(' ');
            if (space == std::string_view::npos) space = line.find(' ');
            if (space == std::string_view::npos) break;
            result += indent;
            result += line.substr(0, space);
            result += '\n';
            line.remove_prefix(std::min(line.find_first_not_of(' ', space), line.size()));
        }
        result += indent;
        result += line;
        if (ended) result += '\n';
    }
    return result;
}

} // namespace agon::program
