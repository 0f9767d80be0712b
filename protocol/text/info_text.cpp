#include "protocol/text/info_text.hpp"

#include "engine/notation.hpp"

#include <algorithm>

namespace agon::protocol {

std::uint64_t per_second(std::uint64_t nodes, std::chrono::microseconds time) {
    const auto us = static_cast<double>(std::max<std::int64_t>(time.count(), 1));
    return static_cast<std::uint64_t>(static_cast<double>(nodes) * 1e6 / us);
}

std::string score_text(search::Score score) {
    if (!search::is_decisive(score)) return "cp " + std::to_string(score);
    return "mate " + std::to_string(search::mate_number(score));
}

std::string info_text(const search::Info& info, bool show_wdl) {
    std::string text = "info depth " + std::to_string(info.depth) + " seldepth " +
                       std::to_string(info.selective_depth) + " multipv " +
                       std::to_string(info.line) + " score " + score_text(info.score);
    if (info.bound == search::Bound::Lower) text += " lowerbound";
    if (info.bound == search::Bound::Upper) text += " upperbound";
    if (show_wdl)
        text += " wdl " + std::to_string(info.wdl.win) + ' ' + std::to_string(info.wdl.draw) + ' ' +
                std::to_string(info.wdl.loss);
    using std::chrono::duration_cast;
    text += " nodes " + std::to_string(info.nodes) + " nps " +
            std::to_string(per_second(info.nodes, info.time)) + " hashfull " +
            std::to_string(info.hash_full) + " time " +
            std::to_string(duration_cast<std::chrono::milliseconds>(info.time).count());
    if (!info.line_moves.empty()) text += " pv";
    for (const Move move : info.line_moves) text += ' ' + to_text(move);
    return text;
}

std::string bestmove_text(const search::Answer& answer) {
    if (answer.best.is_none()) return "bestmove (none)";
    std::string text = "bestmove " + to_text(answer.best);
    if (!answer.ponder.is_none()) text += " ponder " + to_text(answer.ponder);
    return text;
}

} // namespace agon::protocol
