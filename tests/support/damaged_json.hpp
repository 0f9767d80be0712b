// JSON with damaged values.
#pragma once

#include <nlohmann/json.hpp>

#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace agon::test {

struct Damage {
    std::string what; ///< the place, and what is there now
    nlohmann::ordered_json json;
};

/// `whole` with each of its values, at any depth, removed or replaced.
inline std::vector<Damage> damaged(const nlohmann::ordered_json& whole) {
    using Json = nlohmann::ordered_json;
    const Json others[] = {nullptr,
                           true,
                           -1,
                           0,
                           7,
                           0.5,
                           1e300,
                           std::numeric_limits<std::uint64_t>::max(),
                           "",
                           "x",
                           Json::array(),
                           Json::array({1}),
                           Json::object()};
    std::vector<Damage> all;
    const std::function<void(const Json::json_pointer&)> visit = [&](const auto& place) {
        const Json& value = whole.at(place);
        if (!place.empty()) {
            Json without = whole;
            Json& holder = without.at(place.parent_pointer());
            if (holder.is_object())
                holder.erase(place.back());
            else
                holder.erase(std::stoul(place.back()));
            all.push_back({place.to_string() + " is gone", without});
        }
        for (const Json& other : others) {
            Json changed = whole;
            changed.at(place) = other;
            all.push_back({place.to_string() + ": " + other.dump(), changed});
        }
        if (value.is_object())
            for (const auto& member : value.items()) visit(place / member.key());
        else if (value.is_array())
            for (std::size_t i = 0; i < value.size(); ++i) visit(place / i);
    };
    visit(Json::json_pointer());
    return all;
}

} // namespace agon::test
