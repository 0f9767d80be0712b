#include "search/nnue/network_set.hpp"

#include "engine/error.hpp"
#include "engine/quote.hpp"
#include "search/nnue/network_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace agon::search::nnue {
namespace {

int difference(const RuleSet& a, const RuleSet& b) {
    int count = a.effect != b.effect ? static_cast<int>(RULE_FIELD_COUNT) : 0;
    for (const RuleField& field : rule_fields())
        count += field.key != "setup" && field.get(a) != field.get(b);
    return count;
}

int difference(const std::vector<RuleSet>& trained_on, const RuleSet& rules) {
    int least = std::numeric_limits<int>::max();
    for (const RuleSet& trained : trained_on) least = std::min(least, difference(trained, rules));
    return least;
}

} // namespace

NetworkSet::NetworkSet(const std::vector<Part>& parts) {
    for (const Part& part : parts) {
        Entry& entry = entries_.emplace_back();
        entry.named = {part.name, nullptr};
        entry.label = part.label;
        entry.trained_on = read_trained_on(part.label);
    }
    for (const Part& part : parts)
        if (!part.file.empty()) install(part.name, part.file);
}

std::vector<NamedNetwork> NetworkSet::installed() const {
    std::vector<NamedNetwork> networks;
    for (const Entry& entry : entries_)
        if (entry.network) networks.push_back(entry.named);
    return networks;
}

std::string NetworkSet::missing() const {
    for (const Entry& entry : entries_)
        if (!entry.network) return entry.named.name;
    return "";
}

std::string NetworkSet::missing(const RuleSet& rules) const {
    const Entry& entry = nearest(rules);
    return entry.network ? "" : entry.named.name;
}

const NamedNetwork& NetworkSet::network_for(const RuleSet& rules) const {
    const Entry& entry = nearest(rules);
    if (!entry.network)
        throw Error(
            fmt::format("the network {}.net cannot be loaded: {}", entry.named.name, entry.why));
    return entry.named;
}

void NetworkSet::install(std::string_view name, std::string_view bytes) {
    Entry& entry = at(name);
    if (entry.network) return;
    auto network = read_network(bytes);
    const std::size_t beginning = entry.label.size() - CHECKSUM_SIZE;
    if (!bytes.starts_with(entry.label.substr(0, beginning)) ||
        !bytes.ends_with(entry.label.substr(beginning)))
        throw Error("it is another network, or one of another version");
    entry.network = std::move(network);
    entry.named.network = entry.network.get();
}

void NetworkSet::refuse(std::string_view name, std::string why) { at(name).why = std::move(why); }

NetworkSet::Entry& NetworkSet::at(std::string_view name) {
    const auto entry = std::ranges::find(
        entries_, name, [](const Entry& each) { return std::string_view(each.named.name); });
    if (entry == entries_.end()) throw Error("there is no network " + in_quotes(name));
    return *entry;
}

const NetworkSet::Entry& NetworkSet::nearest(const RuleSet& rules) const {
    return *std::ranges::min_element(
        entries_, {}, [&](const Entry& entry) { return difference(entry.trained_on, rules); });
}

} // namespace agon::search::nnue
