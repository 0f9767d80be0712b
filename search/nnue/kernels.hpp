// The vector arithmetic of a network, compiled for several instruction sets with equal results.
#pragma once

#include "search/nnue/network.hpp"

#include <cstdint>
#include <span>

namespace agon::search::nnue {

struct Kernels {
    /// to = from + the rows `added` - the rows `removed`. Overflow on the way wraps and does not
    /// matter. `to` may be `from`.
    void (*update)(Network::Row& to, const Network::Row& from,
                   std::span<const Network::Row* const> added,
                   std::span<const Network::Row* const> removed);
    /// The sum of weight * square(clipped value) over a row.
    std::int32_t (*weigh)(const Network::Row& values, const Network::Row& weights);
    const char* name; ///< of the instruction set
};

/// For the machine that this runs on.
[[nodiscard]] const Kernels& kernels();
/// All that this machine can run, the plain ones first.
[[nodiscard]] std::span<const Kernels> all_kernels();

} // namespace agon::search::nnue
