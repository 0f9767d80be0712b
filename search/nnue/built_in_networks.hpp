// The networks in the executable.
#pragma once

#include "search/nnue/network.hpp"

#include <span>
#include <string>

namespace agon::search::nnue {

struct NamedNetwork {
    std::string name; ///< its file; for a built-in one the name in networks/, without `.net`
    const Network* network;
};

/// Static storage, filled at the first call.
[[nodiscard]] std::span<const NamedNetwork> built_in_networks();

/// The one trained on rules that differ in the fewest fields; a different effect of captures counts
/// for more than all others.
[[nodiscard]] const NamedNetwork& network_for(const RuleSet& rules);

} // namespace agon::search::nnue
