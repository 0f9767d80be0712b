#include "tools/arena/conversation/resources.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <windows.h>

namespace agon::platform {

const bool REUSES_ADDRESS = false;

std::size_t most_open_files() noexcept { return SIZE_MAX; }
void raise_open_files_limit() noexcept {}
void restore_open_files_limit() noexcept {}

Cores own_cores() {
    DWORD_PTR own = 0, all = 0;
    if (GetProcessAffinityMask(GetCurrentProcess(), &own, &all) == 0) return {};
    DWORD bytes = 0;
    GetLogicalProcessorInformation(nullptr, &bytes);
    std::vector<SYSTEM_LOGICAL_PROCESSOR_INFORMATION> parts(bytes / sizeof(parts.front()));
    if (parts.empty() || GetLogicalProcessorInformation(parts.data(), &bytes) == 0) parts.clear();
    Cores cores;
    for (int core = 0; core < static_cast<int>(8 * sizeof own); ++core)
        if ((own >> core & 1) != 0) cores.push_back(core);
    // How many processors of the same core have a lower number.
    std::ranges::stable_sort(cores, {}, [&](int core) {
        const DWORD_PTR bit = DWORD_PTR{1} << core;
        for (const auto& part : parts)
            if (part.Relationship == RelationProcessorCore && (part.ProcessorMask & bit) != 0)
                return std::popcount(part.ProcessorMask & (bit - 1));
        return 0;
    });
    return cores;
}

} // namespace agon::platform
