#include "protocol/terminal/last_report.hpp"

#include <algorithm>

namespace agon::protocol {

void LastReport::on_info(const search::Info& report) {
    if (report.line != 1 || report.bound != search::Bound::Exact) return;
    info = report;
    line.assign(report.line_moves.begin(), report.line_moves.end());
    info.line_moves = {};
}

LastReport search_by(search::Options options, const search::Limits& limits, search::Engine& engine,
                     const Game& game, search::Control& control) {
    LastReport report;
    std::swap(engine.options, options);
    report.best = engine.search(game, limits, control, report).best;
    engine.options = options;
    if (report.line.empty()) report.line = {report.best};
    return report;
}

Evaluation evaluation_of(const search::Info& info) {
    const bool mate = search::is_decisive(info.score);
    return {.kind = mate ? Evaluation::Kind::Mate : Evaluation::Kind::Centipawns,
            .value = mate ? search::mate_number(info.score) : info.score,
            .depth = info.depth,
            .seldepth = info.selective_depth,
            .nodes = info.nodes};
}

} // namespace agon::protocol
