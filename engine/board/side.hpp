// The two sides (rules.md section 2) and the two kinds of piece.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace agon {

enum class Side : std::uint8_t { White, Black };
enum class Piece : std::uint8_t { Guard, Queen };

inline constexpr Side BOTH_SIDES[] = {Side::White, Side::Black};
inline constexpr int GUARDS_A_SIDE = 6;

[[nodiscard]] constexpr Side operator~(Side side) {
    return side == Side::White ? Side::Black : Side::White;
}

/// 0 for white, 1 for black.
[[nodiscard]] constexpr std::size_t index(Side side) { return static_cast<std::size_t>(side); }
/// 0 for a guard, 1 for a queen.
[[nodiscard]] constexpr std::size_t index(Piece piece) { return static_cast<std::size_t>(piece); }

/// What each side has: white's, then black's.
template<class T>
struct PerSide : std::array<T, 2> {
    using std::array<T, 2>::operator[];
    [[nodiscard]] constexpr T& operator[](Side side) { return (*this)[index(side)]; }
    [[nodiscard]] constexpr const T& operator[](Side side) const { return (*this)[index(side)]; }
};

[[nodiscard]] constexpr std::string_view name(Side side) {
    return side == Side::White ? "white" : "black";
}

} // namespace agon
