#include "search/nnue/built_in.hpp"

#include <algorithm>
#include <array>
#include <limits>

// The assembler puts a file among the constants, between two labels. AGON_NETWORKS is its folder.
// The labels are global since for arm64 the linker takes two local ones for the same address.
#ifdef __wasm__ // a section and a size for each symbol, and no label at an end
#define AGON_EMBED(name)                                                                           \
    asm(".section .rodata.agon_network_" #name ",\"\",@\n"                                         \
        ".globl agon_network_" #name "_begin\n"                                                    \
        ".type agon_network_" #name "_begin,@object\n"                                             \
        "agon_network_" #name "_begin:\n"                                                          \
        ".incbin \"" AGON_NETWORKS "/" #name ".net\"\n"                                            \
        ".Lend_" #name ":\n"                                                                       \
        ".size agon_network_" #name "_begin, .Lend_" #name "-agon_network_" #name "_begin\n"       \
        ".section .rodata.agon_network_" #name "_size,\"\",@\n"                                    \
        ".globl agon_network_" #name "_size\n"                                                     \
        ".type agon_network_" #name "_size,@object\n"                                              \
        "agon_network_" #name "_size:\n"                                                           \
        ".int32 .Lend_" #name "-agon_network_" #name "_begin\n"                                    \
        ".size agon_network_" #name "_size, 4\n");                                                 \
    extern "C" const char agon_network_##name##_begin[];                                           \
    extern "C" const std::uint32_t agon_network_##name##_size;
#define AGON_EMBEDDED(name)                                                                        \
    { agon_network_##name##_begin, agon_network_##name##_size }
#else
#define AGON_EMBED(name)                                                                           \
    asm(".globl agon_network_" #name "_begin, agon_network_" #name "_end\n"                        \
        ".hidden agon_network_" #name "_begin, agon_network_" #name "_end\n"                       \
        ".section .rodata\n"                                                                       \
        "agon_network_" #name "_begin:\n"                                                          \
        ".incbin \"" AGON_NETWORKS "/" #name ".net\"\n"                                            \
        "agon_network_" #name "_end:\n"                                                            \
        ".byte 0\n"                                                                                \
        ".text\n");                                                                                \
    extern "C" const char agon_network_##name##_begin[], agon_network_##name##_end[];
#define AGON_EMBEDDED(name)                                                                        \
    { agon_network_##name##_begin, agon_network_##name##_end }
#endif

AGON_EMBED(classic)
AGON_EMBED(all)

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
#define AGON_BUILT_IN(name) read_network(AGON_EMBEDDED(name))
    static const auto ALL = [] {
        std::array networks = {AGON_BUILT_IN(classic), AGON_BUILT_IN(all)}; // all, or none
        return std::array{NamedNetwork{"classic", networks[0].release()},
                          NamedNetwork{"all", networks[1].release()}};
    }();
#undef AGON_BUILT_IN
    return ALL;
}

const NamedNetwork& network_for(const RuleSet& rules) {
    return *std::ranges::min_element(built_in_networks(), {}, [&](const NamedNetwork& built_in) {
        return difference(built_in, rules);
    });
}

} // namespace agon::search::nnue
