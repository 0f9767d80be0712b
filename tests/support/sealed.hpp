// A position with a seal, and the steps of seals by the naive referee.
#pragma once

#include "tests/naive/seal.hpp"

#include <set>
#include <string>

namespace support {

/// Black's guards are a star around the throne: each cell of ring 2 is one of theirs or between two
/// of them. So her queen on e5 is safe within, and steps to e6 or f5.
inline const std::string SEALED = "6/7/2G2G2/3g1g3/10/2Gg3gG2/2Q1q5/3g1g3/2G2G2/7/6 w - - 0 1";
inline const std::set<std::string> SEALED_STEPS = {"e5e6", "e5f5"};

/// What is said of it begins so.
inline constexpr const char* SEALED_SENTENCE =
    "Black cannot lose from here, because its queen on e5 can step to ";

/// "e5e6" for each seal of `side`.
inline std::set<std::string> seal_steps(const naive::Rules& rules, const std::string& position,
                                        char side) {
    std::set<std::string> steps;
    for (const auto& [from, to] : naive::seals(rules, naive::parse(position), side))
        steps.insert(naive::name(from) + naive::name(to));
    return steps;
}

} // namespace support
