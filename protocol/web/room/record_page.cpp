#include "protocol/web/room/record_page.hpp"

#include "protocol/web/room/board_json.hpp"
#include "protocol/web/room/inline_page.hpp"
#include "protocol/web/room/page_text.hpp"
#include "protocol/web/room/played_json.hpp"
#include "protocol/web/room/review_json.hpp"
#include "protocol/web/room/tree_json.hpp"

#include <fmt/format.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agon::embedded {
extern const std::string_view RECORD_HTML; // the body
} // namespace agon::embedded

namespace agon::page {

Json record_json(const Game& game, const PageGame& shown) {
    Json json = played_json(game, shown.variant, shown.setup);
    json["names"] = {shown.names[0], shown.names[1]};
    json["result"] = shown.result;
    json["ending"] = shown.ending;
    if (shown.tree != nullptr) json["tree"] = tree_json(*shown.tree, game_at(game, 0));
    if (shown.review != nullptr) add_review(json["review"], *shown.review);
    return json;
}

std::string record_page(const std::vector<Json>& games) {
    std::vector<Module> modules;
    for (const std::string_view name :
         {"board.js", "curve.js", "game.js", "parts.js", "record.js", "tree.js", "ui.js",
          "variations.js", "viewer.js", "viewer.words.js", "words.de.js", "words.js"})
        modules.push_back({name, page_text(name)});
    const Json& names = games.front()["names"];
    return inline_page(
        {.title = fmt::format("{} - {}, Agon", names[0].get_ref<const std::string&>(),
                              names[1].get_ref<const std::string&>()),
         .styles = {page_text("agon.css"), page_text("viewer.css")},
         .body = filled(embedded::RECORD_HTML, {{"pieces", std::string(page_text("pieces.html"))}}),
         .modules = std::move(modules),
         .start = "record.js",
         .data = games});
}

} // namespace agon::page
