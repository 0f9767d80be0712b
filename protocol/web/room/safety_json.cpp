#include "protocol/web/room/safety_json.hpp"

#include "protocol/web/room/played_json.hpp"

#include <string>

namespace agon::page {

Json safety_json(const std::vector<Safety>& safe) {
    Json json = Json::array();
    for (const Safety& safety : safe) {
        Json one = Json::array({side_key(safety.side)});
        if (const auto& seal = safety.seal) {
            one.push_back(seal->from.text());
            one.push_back(seal->to.text());
        }
        json.push_back(std::move(one));
    }
    return json;
}

void add_safety(Json& safe, std::size_t node, const RuleSet& rules, const Position& position) {
    if (const auto sides = safe_sides(rules, position); !sides.empty())
        safe[std::to_string(node)] = safety_json(sides);
}

} // namespace agon::page
