// The networks of this engine.
#pragma once

#include "search/nnue/network_set.hpp"

namespace agon::search::nnue {

/// Static storage, filled at the first call. In WebAssembly it has only the labels, and each
/// network has to be installed.
[[nodiscard]] NetworkSet& built_in_networks();

/// built_in_networks().network_for(), which throws only in WebAssembly.
[[nodiscard]] inline const NamedNetwork& network_for(const RuleSet& rules) {
    return built_in_networks().network_for(rules);
}

} // namespace agon::search::nnue
