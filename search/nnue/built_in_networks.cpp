#include "search/nnue/built_in_networks.hpp"

#include "search/nnue/network_file.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace agon::embedded {
extern const std::string_view NETWORK_CLASSIC, NETWORK_GERMAN, NETWORK_KANARE, NETWORK_WAY_TO_PLAY,
    NETWORK_ALL;
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
    using namespace embedded;
    struct BuiltIn {
        const char* name;
        std::string_view file;
    };
    // Of those equally near to a rule set, network_for() takes the first.
    static const auto NETWORKS = [] {
        std::vector<std::pair<const char*, std::unique_ptr<const Network>>> networks;
        for (const auto& [name, file] :
             {BuiltIn{"classic", NETWORK_CLASSIC}, BuiltIn{"german", NETWORK_GERMAN},
              BuiltIn{"kanare", NETWORK_KANARE}, BuiltIn{"way-to-play", NETWORK_WAY_TO_PLAY},
              BuiltIn{"all", NETWORK_ALL}})
            if (!file.empty()) // a build for WebAssembly has only two of them
                networks.emplace_back(name, read_network(file));
        return networks;
    }();
    static const auto ALL = [] {
        std::vector<NamedNetwork> all;
        for (const auto& [name, network] : NETWORKS) all.push_back({name, network.get()});
        return all;
    }();
    return ALL;
}

const NamedNetwork& network_for(const RuleSet& rules) {
    return *std::ranges::min_element(built_in_networks(), {}, [&](const NamedNetwork& built_in) {
        return difference(built_in, rules);
    });
}

} // namespace agon::search::nnue
