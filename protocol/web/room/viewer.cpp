#include "protocol/web/room/viewer.hpp"

#include <string_view>
#include <vector>

namespace agon::embedded {
extern const std::string_view PAGE_AGON_CSS;
extern const std::string_view PAGE_BOARD_JS;
extern const std::string_view PAGE_GAME_JS;
extern const std::string_view PAGE_PARTS_JS;
extern const std::string_view PAGE_UI_JS;
extern const std::string_view PAGE_VIEWER_CSS;
extern const std::string_view PAGE_VIEWER_JS;
extern const std::string_view PAGE_VIEWER_WORDS_JS;
extern const std::string_view PAGE_WORDS_DE_JS;
extern const std::string_view PAGE_WORDS_JS;
extern const std::string_view PIECES_HTML;
} // namespace agon::embedded

namespace agon::page {

std::vector<Module> viewer_modules() {
    return {{"board.js", embedded::PAGE_BOARD_JS},
            {"game.js", embedded::PAGE_GAME_JS},
            {"parts.js", embedded::PAGE_PARTS_JS},
            {"ui.js", embedded::PAGE_UI_JS},
            {"viewer.js", embedded::PAGE_VIEWER_JS},
            {"viewer.words.js", embedded::PAGE_VIEWER_WORDS_JS},
            {"words.js", embedded::PAGE_WORDS_JS},
            {"words.de.js", embedded::PAGE_WORDS_DE_JS}};
}

std::vector<std::string_view> viewer_styles() {
    return {embedded::PAGE_AGON_CSS, embedded::PAGE_VIEWER_CSS};
}

std::string_view viewer_pieces() { return embedded::PIECES_HTML; }

} // namespace agon::page
