#include "protocol/uci/info_text.hpp"

#include "engine/notation/notation.hpp"
#include "protocol/session/describe.hpp"

#include <chrono>
#include <fmt/format.h>
#include <string>

namespace agon::protocol {

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
