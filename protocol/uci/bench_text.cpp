#include "protocol/uci/bench_text.hpp"

#include "protocol/cli/build_report.hpp"
#include "protocol/os/machine.hpp"
#include "protocol/session/describe.hpp"
#include "protocol/uci/info_text.hpp"

#include <chrono>
#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <vector>

namespace agon::protocol {
namespace {

std::string nodes_and_time(std::uint64_t nodes, std::chrono::microseconds time) {
    return fmt::format("{} nodes, {} ms", nodes, time / std::chrono::milliseconds(1));
}

} // namespace

std::string describe_bench_step(const bench::SearchBenchStep& step) {
    return fmt::format(
        "position {}/{} {}: {} nodes{}", step.number, step.count, step.rules, step.answer.nodes,
        step.type == bench::LimitType::Perft ? "" : ", " + bestmove_text(step.answer));
}

std::string describe_bench(const bench::SearchBenchResult& result) {
    return fmt::format("{} nodes {} nps", result.nodes, per_second(result.nodes, result.time));
}

std::string describe_speed_step(const bench::SpeedTestStep& step) {
    return fmt::format("{} {}/{}", step.warm_up ? "warm-up" : "position", step.number, step.count);
}

std::vector<std::string> describe_speed_test(const bench::SpeedTestOptions& options,
                                             const bench::SpeedTestResult& result) {
    const auto row = [](std::string_view name, const auto& value) {
        return fmt::format("{:<27}: {}", name, value);
    };
    return {row("Version", program::version()),
            row("Processors", platform::usable_processors()),
            row("Threads", options.threads),
            row("Hash [MB]", options.hash_mb),
            row("Hash max, avg [per mille]",
                fmt::format("{}, {}", result.most_hash_full, result.mean_hash_full)),
            row("Positions", fmt::format("{} of {}", result.searched, result.count)),
            row("Total nodes searched", result.nodes),
            row("Total search time [s]",
                fmt::format("{:.3f}", std::chrono::duration<double>(result.time).count())),
            row("Nodes/second", per_second(result.nodes, result.time))};
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
