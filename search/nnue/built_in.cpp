#include "search/nnue/built_in.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

namespace agon::embedded {
extern const std::string_view NETWORK_CLASSIC, NETWORK_ALL;
}

namespace agon::search::nnue {
namespace {

int difference(const RuleSet& a, const RuleSet& b) {
    int count = a.effect != b.effect ? static_cast<int>(RULE_FIELD_COUNT) : 0;
    for (const RuleField& field : rule_fields())
        count += field.key != "setup" && field.get(a) != field.get(b);
    return count;
}

int difference(const NamedNetwork& built_in, const RuleSet& rules) {
    int least = std::numeric_limits<int>::max();
    for (const RuleSet& trained : built_in.network->trained_on)
        least = std::min(least, difference(trained, rules));
    return least;
}

} // namespace

std::span<const NamedNetwork> built_in_networks() {
    static const auto ALL = [] {
        std::array networks = {read_network(embedded::NETWORK_CLASSIC), // both, or none
                               read_network(embedded::NETWORK_ALL)};
        return std::array{NamedNetwork{"classic", networks[0].release()},
                          NamedNetwork{"all", networks[1].release()}};
    }();
    return ALL;
}

const NamedNetwork& network_for(const RuleSet& rules) {
    return *std::ranges::min_element(built_in_networks(), {}, [&](const NamedNetwork& built_in) {
        return difference(built_in, rules);
    });
}

} // namespace agon::search::nnue
