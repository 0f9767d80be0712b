#include "protocol/record/mistake.hpp"

#include "engine/notation/notation.hpp"
#include "engine/notation/sentences.hpp"

#include <array>
#include <cstddef>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <vector>

namespace agon {

std::string_view to_text(Judgement judgement) {
    static constexpr std::string_view NAMES[] = {"", "inaccuracy", "mistake", "blunder"};
    return NAMES[static_cast<std::size_t>(judgement)];
}

std::string_view glyph(Judgement judgement) {
    static constexpr std::string_view MARKS[] = {"", "?!", "?", "??"};
    return MARKS[static_cast<std::size_t>(judgement)];
}

std::string_view to_text(MistakeReason::Key key) {
    static constexpr std::string_view NAMES[] = {"",           "ends",      "lets win",
                                                 "misses",     "lets take", "misses capture",
                                                 "lets enter", "keeps out", "allows"};
    return NAMES[static_cast<std::size_t>(key)];
}

std::string Mistake::sentence() const {
    return fmt::format("{}'s {} is a{} {}.{}{} {} is better.", capital_name(side),
                       agon::to_text(move), judgement == Judgement::Inaccuracy ? "n" : "",
                       agon::to_text(judgement), reason.text.empty() ? "" : " ", reason.text,
                       agon::to_text(better.front()));
}

PerSide<std::array<std::size_t, 4>> counts(const std::vector<Mistake>& mistakes) {
    PerSide<std::array<std::size_t, 4>> counts{};
    for (const Mistake& mistake : mistakes)
        ++counts[mistake.side][static_cast<std::size_t>(mistake.judgement)];
    return counts;
}

} // namespace agon
