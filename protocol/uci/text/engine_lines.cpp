#include "protocol/uci/text/engine_lines.hpp"

#include "engine/number.hpp"
#include "engine/words.hpp"

#include <algorithm>

namespace agon {

std::string_view read_info(std::string_view line, Evaluation& evaluation, int rank) {
    if (next_word(line) != "info") return "";
    Evaluation read;
    int variation = 1;
    bool bound = false;
    while (!line.empty()) {
        const std::string_view word = next_word(line);
        if (word == "string") return "";
        if (word == "pv") break; // what follows are actions
        if (word == "depth")
            read_whole(next_word(line), read.depth);
        else if (word == "seldepth")
            read_whole(next_word(line), read.seldepth);
        else if (word == "nodes")
            read_whole(next_word(line), read.nodes);
        else if (word == "multipv")
            read_whole(next_word(line), variation);
        else if (word == "lowerbound" || word == "upperbound")
            bound = true;
        else if (word == "score") {
            const std::string_view unit = next_word(line);
            const bool whole = read_whole(next_word(line), read.value);
            if (whole && unit == "cp") read.kind = Evaluation::Kind::Centipawns;
            if (whole && unit == "mate") read.kind = Evaluation::Kind::Mate;
        }
    }
    read.value = std::clamp(read.value, -MAX_SCORE, MAX_SCORE);
    read.depth = std::max(read.depth, 0);
    read.seldepth = std::max(read.seldepth, 0);
    if (variation != rank) return "";
    if (read.kind != Evaluation::Kind::None && !bound) {
        if (read.nodes == 0) read.nodes = evaluation.nodes;
        read.lines.swap(evaluation.lines);
        evaluation = std::move(read);
    } else if (read.nodes != 0) {
        evaluation.nodes = read.nodes;
    }
    return line;
}

void read_details(std::string_view line, Evaluation& evaluation) {
    if (next_word(line) != "info") return;
    while (!line.empty()) {
        const std::string_view word = next_word(line);
        if (word == "string" || word == "pv") return;
        if (word == "nps")
            read_whole(next_word(line), evaluation.nps);
        else if (std::uint32_t value = 0;
                 word == "hashfull" && read_whole(next_word(line), value) && value <= 1000)
            evaluation.hashfull = static_cast<int>(value);
        else if (std::uint32_t time = 0; word == "time" && read_whole(next_word(line), time))
            evaluation.took = time;
    }
}

std::optional<BestMove> read_best_move(std::string_view line) {
    if (next_word(line) != "bestmove") return std::nullopt;
    BestMove move;
    move.best = next_word(line);
    if (next_word(line) == "ponder") move.ponder = next_word(line);
    return move;
}

} // namespace agon
