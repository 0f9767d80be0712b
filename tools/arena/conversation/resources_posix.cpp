#include "tools/arena/conversation/resources.hpp"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <sys/resource.h>
#include <thread>

#ifdef __linux__
#include <sched.h>
#endif

namespace agon::platform {

const bool REUSES_ADDRESS = true;

namespace {

/// The limit that this program was started with. Engines get it, because the raised limit can be
/// too much for their `select` or for loops over all descriptors.
std::optional<rlimit> limit_of_children;

} // namespace

void raise_open_files_limit() noexcept {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    if (!limit_of_children) limit_of_children = limit;
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

void restore_open_files_limit() noexcept {
    if (limit_of_children) ::setrlimit(RLIMIT_NOFILE, &*limit_of_children);
}

std::size_t most_open_files() noexcept {
    rlimit limit{};
    return ::getrlimit(RLIMIT_NOFILE, &limit) != 0 ? SIZE_MAX : limit.rlim_cur;
}

#ifdef __linux__

namespace {

/// How far a processor is from the first one of its core; 0 if unknown.
int distance_in_core(int processor) {
    std::ifstream in("/sys/devices/system/cpu/cpu" + std::to_string(processor) +
                     "/topology/thread_siblings_list");
    int first = processor;
    return in >> first ? processor - first : 0;
}

} // namespace

Cores own_cores() {
    cpu_set_t set;
    CPU_ZERO(&set);
    Cores cores;
    if (sched_getaffinity(0, sizeof set, &set) != 0) return cores;
    for (int core = 0; core < CPU_SETSIZE; ++core)
        if (CPU_ISSET(static_cast<std::size_t>(core), &set)) cores.push_back(core);
    std::ranges::stable_sort(cores, {}, distance_in_core);
    return cores;
}

#else // macOS pins nothing

Cores own_cores() {
    Cores cores(std::max(1U, std::thread::hardware_concurrency()));
    for (std::size_t i = 0; i < cores.size(); ++i) cores[i] = static_cast<int>(i);
    return cores;
}

#endif

} // namespace agon::platform
