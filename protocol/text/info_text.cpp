#include "protocol/text/info_text.hpp"

#include "engine/notation.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

namespace agon::protocol {

std::uint64_t per_second(std::uint64_t nodes, std::chrono::microseconds time) {
    const auto us = static_cast<double>(std::max<std::int64_t>(time.count(), 1));
    return static_cast<std::uint64_t>(static_cast<double>(nodes) * 1e6 / us);
}

std::string moves_text(std::span<const Move> moves) {
    std::string text;
    for (const Move move : moves) text += (text.empty() ? "" : " ") + to_text(move);
    return text;
}

std::string score_text(search::Score score) {
    return search::is_decisive(score) ? fmt::format("mate {}", search::mate_number(score))
                                      : fmt::format("cp {}", score);
}

std::string info_text(const search::Info& info, bool show_wdl) {
    std::string text = fmt::format("info depth {} seldepth {} multipv {} score {}", info.depth,
                                   info.selective_depth, info.line, score_text(info.score));
    if (info.bound == search::Bound::Lower) text += " lowerbound";
    if (info.bound == search::Bound::Upper) text += " upperbound";
    if (show_wdl) text += fmt::format(" wdl {} {} {}", info.wdl.win, info.wdl.draw, info.wdl.loss);
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(info.time);
    text += fmt::format(" nodes {} nps {} hashfull {} time {}", info.nodes,
                        per_second(info.nodes, info.time), info.hash_full, ms.count());
    if (!info.line_moves.empty()) text += " pv " + moves_text(info.line_moves);
    return text;
}

std::string bestmove_text(const search::Answer& answer) {
    if (answer.best.is_none()) return "bestmove (none)";
    std::string text = "bestmove " + to_text(answer.best);
    if (!answer.ponder.is_none()) text += " ponder " + to_text(answer.ponder);
    return text;
}

} // namespace agon::protocol
