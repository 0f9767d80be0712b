#include "search/nnue/kernels.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

namespace agon::search::nnue {
namespace {

using Row = Network::Row;
using Rows = std::span<const Row* const>;

// These are inlined and compiled again for the instruction set of each caller.

/// `width` is that of the machine's vectors in bytes: wider ones would be kept in memory. A block
/// of eight stays in registers while rows are added. Unsigned, so that overflow wraps.
template<std::size_t width>
[[gnu::always_inline]] inline void update(Row& to, const Row& from, Rows added, Rows removed) {
    using Vector [[gnu::vector_size(width)]] = std::uint16_t;
    constexpr std::size_t LENGTH = width / sizeof(std::uint16_t), BLOCK = 8;
    static_assert(HIDDEN % (BLOCK * LENGTH) == 0);
    for (std::size_t first = 0; first < HIDDEN; first += BLOCK * LENGTH) {
        Vector sum[BLOCK];
        const auto each = [&](const Row& row, auto change) {
#pragma GCC unroll 8
            for (std::size_t k = 0; k < BLOCK; ++k) {
                Vector part;
                std::memcpy(&part, &row[first + k * LENGTH], width);
                change(sum[k], part);
            }
        };
        each(from, [](Vector& value, const Vector& part) { value = part; });
        for (const Row* row : added)
            each(*row, [](Vector& value, const Vector& part) { value += part; });
        for (const Row* row : removed)
            each(*row, [](Vector& value, const Vector& part) { value -= part; });
#pragma GCC unroll 8
        for (std::size_t k = 0; k < BLOCK; ++k)
            std::memcpy(&to[first + k * LENGTH], &sum[k], width);
    }
}

// GCC and clang turn this loop into vector instructions.
[[gnu::always_inline]] inline std::int32_t weigh(const Row& values, const Row& weights) {
    std::int32_t sum = 0;
    for (std::size_t i = 0; i < HIDDEN; ++i) {
        const auto clipped =
            std::clamp(values[i], std::int16_t{0}, static_cast<std::int16_t>(ACTIVATION_ONE));
        const auto product = static_cast<std::int16_t>(clipped * weights[i]);
        sum += clipped * product;
    }
    return sum;
}

void update_plain(Row& to, const Row& from, Rows added, Rows removed) {
    update<16>(to, from, added, removed);
}

std::int32_t weigh_plain(const Row& values, const Row& weights) { return weigh(values, weights); }

#ifdef __x86_64__
[[gnu::target("avx2")]] void update_avx2(Row& to, const Row& from, Rows added, Rows removed) {
    update<32>(to, from, added, removed);
}

[[gnu::target("avx2")]] std::int32_t weigh_avx2(const Row& values, const Row& weights) {
    return weigh(values, weights);
}

constexpr std::array ALL = {Kernels{update_plain, weigh_plain, "plain"},
                            Kernels{update_avx2, weigh_avx2, "avx2"}};
std::size_t usable() { return __builtin_cpu_supports("avx2") ? 2 : 1; }
#elif defined(__wasm_simd128__)
/// The sum of products of pairs is one instruction here, which clang does not find.
std::int32_t weigh_simd128(const Row& values, const Row& weights) {
    const v128_t one = wasm_i16x8_splat(ACTIVATION_ONE);
    v128_t sum = wasm_i32x4_const_splat(0);
    for (std::size_t i = 0; i < HIDDEN; i += 8) {
        const v128_t clipped = wasm_i16x8_min(
            wasm_i16x8_max(wasm_v128_load(&values[i]), wasm_i16x8_const_splat(0)), one);
        const v128_t product = wasm_i16x8_mul(clipped, wasm_v128_load(&weights[i]));
        sum = wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(clipped, product));
    }
    return wasm_i32x4_extract_lane(sum, 0) + wasm_i32x4_extract_lane(sum, 1) +
           wasm_i32x4_extract_lane(sum, 2) + wasm_i32x4_extract_lane(sum, 3);
}

constexpr std::array ALL = {Kernels{update_plain, weigh_plain, "plain"},
                            Kernels{update_plain, weigh_simd128, "simd128"}};
std::size_t usable() { return ALL.size(); }
#else
constexpr std::array ALL = {Kernels{update_plain, weigh_plain, "plain"}};
std::size_t usable() { return 1; }
#endif

} // namespace

std::span<const Kernels> all_kernels() { return std::span(ALL).first(usable()); }

const Kernels& kernels() {
    static const Kernels& BEST = all_kernels().back();
    return BEST;
}

} // namespace agon::search::nnue
