#include "tools/arena/conversation/cores.hpp"

#include "engine/error.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sched.h>
#include <string>

namespace agon::match {
namespace {

/// The numbers of a list as the operating system writes it. Throws Error.
Cores numbers_of(std::string_view list) {
    const auto fault = [list] {
        return Error("expected a list of processors, as 0,2,4-7, got " + in_quotes(list));
    };
    Cores cores;
    const char* at = list.data();
    const char* const end = at + list.size();
    const auto number = [&] {
        int value = -1;
        const auto [stop, error] = std::from_chars(at, end, value);
        if (error != std::errc() || value < 0 || value >= CPU_SETSIZE) throw fault();
        at = stop;
        return value;
    };
    while (true) {
        const int first = number();
        int last = first;
        if (at != end && *at == '-') {
            ++at;
            last = number();
        }
        for (int core = first; core <= last; ++core)
            if (std::ranges::find(cores, core) == cores.end()) cores.push_back(core);
        if (first > last || (at != end && *at != ',')) throw fault();
        if (at == end) return cores;
        ++at;
    }
}

/// How many processors of the same core have a lower number; 0 if unknown.
long rank_in_core(int processor) {
    std::ifstream in("/sys/devices/system/cpu/cpu" + std::to_string(processor) +
                     "/topology/thread_siblings_list");
    std::string list;
    if (!std::getline(in, list)) return 0;
    try {
        return std::ranges::count_if(numbers_of(list), [=](int each) { return each < processor; });
    } catch (const Error&) {
        return 0;
    }
}

} // namespace

Cores own_cores() {
    cpu_set_t set;
    CPU_ZERO(&set);
    Cores cores;
    if (sched_getaffinity(0, sizeof set, &set) != 0) return cores;
    for (int core = 0; core < CPU_SETSIZE; ++core)
        if (CPU_ISSET(core, &set)) cores.push_back(core);
    std::ranges::stable_sort(cores, {}, rank_in_core);
    return cores;
}

Cores parse_cores(std::string_view text) {
    Cores cores = numbers_of(text);
    const Cores own = own_cores();
    for (const int core : cores)
        if (std::ranges::find(own, core) == own.end())
            throw Error("there is no processor " + std::to_string(core) + " to run on");
    return cores;
}

void pin_to(const Cores& cores) noexcept {
    if (cores.empty()) return;
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const int core : cores) CPU_SET(core, &set);
    static_cast<void>(sched_setaffinity(0, sizeof set, &set));
}

} // namespace agon::match
