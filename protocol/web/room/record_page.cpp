#include "protocol/web/room/record_page.hpp"

#include "engine/game/apply.hpp"
#include "protocol/web/room/board_json.hpp"
#include "protocol/web/room/inline_page.hpp"
#include "protocol/web/room/page_text.hpp"
#include "protocol/web/room/played_json.hpp"
#include "protocol/web/room/review_json.hpp"
#include "protocol/web/room/safety_json.hpp"
#include "protocol/web/room/tree_json.hpp"

#include <cstddef>
#include <fmt/format.h>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agon::embedded {
extern const std::string_view RECORD_HTML; // the body
} // namespace agon::embedded

namespace agon::page {
namespace {

/// A game without a tree has its actions as nodes 1, 2, ...
Json safe_json(const Game& game, const Variations* tree) {
    const RuleSet& rules = game.rules();
    Json json = Json::object();
    std::map<std::size_t, Position> positions{{0, game_at(game, 0).position()}};
    add_safety(json, 0, rules, positions[0]);
    const auto add = [&](std::size_t node, std::size_t parent, Move move) {
        const Position position = after(rules, positions[parent], move);
        add_safety(json, node, rules, position);
        positions[node] = position;
    };
    if (tree != nullptr) {
        for (const auto& [kind, node] : tree->words())
            if (kind == Variations::Word::Kind::Action)
                add(node, tree->at(node).parent, tree->at(node).move);
    } else {
        for (std::size_t i = 0; i < game.length(); ++i) add(i + 1, i, game.move(i));
        if (game.outcome()) json.erase(std::to_string(game.length())); // it is over
    }
    return json;
}

} // namespace

Json record_json(const Game& game, const PageGame& shown) {
    Json json = played_json(game, shown.variant, shown.setup);
    json["names"] = {shown.names[0], shown.names[1]};
    json["result"] = shown.result;
    json["ending"] = shown.ending;
    if (shown.tree != nullptr) json["tree"] = tree_json(*shown.tree, game_at(game, 0));
    json["safe"] = safe_json(game, shown.tree);
    if (shown.review != nullptr) add_review(json["review"], *shown.review);
    return json;
}

std::string record_page(const std::vector<Json>& games) {
    std::vector<Module> modules;
    for (const std::string_view name :
         {"board.js", "curve.js", "game.js", "parts.js", "record.js", "safe.js", "tree.js", "ui.js",
          "variations.js", "viewer.js", "viewer.words.js", "words.js"})
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
