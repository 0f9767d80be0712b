#include "protocol/web/room/safety_json.hpp"

#include "protocol/web/room/played_json.hpp"

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

} // namespace agon::page
