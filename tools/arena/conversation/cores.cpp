#include "tools/arena/conversation/cores.hpp"

#include "engine/error.hpp"
#include "engine/quote.hpp"

#include <algorithm>
#include <charconv>

namespace agon::arena {
namespace {

constexpr int MAX_CORES = 1024;

/// The numbers of a list as the operating system writes it. Throws Error.
Cores numbers_of(std::string_view list) {
    const auto fault = [list] {
        return Error("expected a list of processors, such as 0,2,4-7, got " + in_quotes(list));
    };
    Cores cores;
    const char* at = list.data();
    const char* const end = at + list.size();
    const auto number = [&] {
        int value = -1;
        const auto [stop, error] = std::from_chars(at, end, value);
        if (error != std::errc() || value < 0 || value >= MAX_CORES) throw fault();
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

} // namespace

Cores parse_cores(std::string_view text) {
    Cores cores = numbers_of(text);
    const Cores own = platform::own_cores();
    for (const int core : cores)
        if (std::ranges::find(own, core) == own.end())
            throw Error("there is no processor " + std::to_string(core) + " to run on");
    return cores;
}

} // namespace agon::arena
