// The networks, and which of them serves each rule set. A network may be installed later.
#pragma once

#include "search/nnue/network.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace agon::search::nnue {

struct NamedNetwork {
    std::string name; ///< its file; for a built-in one the name in networks/, without `.net`
    const Network* network;
};

/// Not thread-safe while install() or refuse() runs.
class NetworkSet {
public:
    struct Part {
        std::string name;
        /// The beginning of the network's file, at least up to the weights, and its last four
        /// bytes, which are its checksum. Must outlive the set.
        std::string_view label;
        std::string_view file{}; ///< empty: is installed later
    };
    /// Not empty. Throws Error for a part that is no network.
    explicit NetworkSet(const std::vector<Part>& parts);

    /// In the order of the parts, those that are installed.
    [[nodiscard]] std::vector<NamedNetwork> installed() const;
    /// The first that is not installed; "" if all are.
    [[nodiscard]] std::string missing() const;
    /// The one that network_for() needs; "" if it is installed.
    [[nodiscard]] std::string missing(const RuleSet& rules) const;

    /// The one trained on rules that differ in the fewest fields; the first of those equally near.
    /// A different effect of captures counts for more than all others. Throws Error, with the
    /// reason of refuse(), if that one is not installed.
    [[nodiscard]] const NamedNetwork& network_for(const RuleSet& rules) const;

    /// `bytes` as its file. Throws Error if they are not what the label says, or there is no such
    /// name. Does nothing if it is installed already: a search may use it.
    void install(std::string_view name, std::string_view bytes);
    /// Why it is not installed, for network_for(). Throws Error if there is no such name.
    void refuse(std::string_view name, std::string why);

private:
    struct Entry {
        NamedNetwork named; ///< `network` is null while it is not installed
        std::string_view label;
        std::vector<RuleSet> trained_on;
        std::unique_ptr<const Network> network{};
        std::string why{"it has not been loaded"};
    };
    [[nodiscard]] Entry& at(std::string_view name);
    [[nodiscard]] const Entry& nearest(const RuleSet& rules) const;

    std::vector<Entry> entries_;
};

} // namespace agon::search::nnue
