#include "protocol/uci/bench_text.hpp"

#include "protocol/session/describe.hpp"
#include "protocol/uci/info_text.hpp"

#include <chrono>
#include <cstdint>
#include <fmt/format.h>
#include <string>

namespace agon::protocol {
namespace {

std::string nodes_and_time(std::uint64_t nodes, std::chrono::microseconds time) {
    return fmt::format("{} nodes, {} ms", nodes, time / std::chrono::milliseconds(1));
}

} // namespace

std::string describe_bench_step(const bench::SearchBenchStep& step) {
    return fmt::format("position {}/{} {}: {} nodes, {}", step.number, step.count,
                       step.position.preset, step.answer.nodes, bestmove_text(step.answer));
}

std::string describe_bench(const bench::SearchBenchResult& result) {
    return fmt::format("{} nodes {} nps", result.nodes, per_second(result.nodes, result.time));
}

std::string describe_suite_step(const bench::SuiteBenchStep& step) {
    return fmt::format("position {}/{} {}, win in {}{}: {}, {}", step.number, step.count,
                       step.position.preset, step.position.shortest ? "" : "at most ",
                       step.position.mate,
                       step.mate ? fmt::format("mate {}", *step.mate) : "unsolved",
                       nodes_and_time(step.answer.nodes, step.time));
}

std::string describe_suite(const bench::SuiteBenchResult& result) {
    return fmt::format("solved {} of {}, {}", result.solved, result.positions,
                       nodes_and_time(result.nodes, result.time));
}

} // namespace agon::protocol
