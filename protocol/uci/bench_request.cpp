#include "protocol/uci/bench_request.hpp"

#include "engine/path_text.hpp"
#include "protocol/os/machine.hpp"
#include "protocol/record/epd.hpp"
#include "protocol/session/describe.hpp"
#include "search/limits.hpp"
#include "search/score/score.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace agon::protocol {
namespace {

constexpr const char* CURRENT = "current";
constexpr const char* DEFAULT = "default";

struct NamedLimit {
    const char* name;
    bench::LimitType type;
    std::uint64_t most;
};
constexpr NamedLimit LIMITS[] = {
    {"depth", bench::LimitType::Depth, search::MAX_PLY},
    {"perft", bench::LimitType::Perft, MAX_PERFT_DEPTH},
    {"nodes", bench::LimitType::Nodes, std::numeric_limits<std::int64_t>::max()},
    {"movetime", bench::LimitType::MoveTime, std::numeric_limits<std::int32_t>::max()},
};

bench::BenchGames games_of(const std::string& file, const Host& host) {
    if (file == DEFAULT) return bench::default_games();
    if (file == CURRENT)
        return {1, [&host](std::size_t) { return bench::BenchGame{host.variant(), host.game()}; }};
    const auto positions =
        std::make_shared<const std::vector<Position>>(read_epd(host.rules(), path_of(file)));
    return {positions->size(), [&host, positions](std::size_t index) {
                return bench::BenchGame{
                    host.variant(), Game(host.rules(), (*positions)[index], host.draw_limits())};
            }};
}

std::size_t read_hash(const char* name, const std::string& word) {
    return program::number<std::size_t>(name, word, search::MIN_HASH_MB, search::MAX_HASH_MB);
}

int read_threads(const char* name, const std::string& word) {
    return program::number<int>(name, word, 1, search::MAX_THREADS);
}

} // namespace

BenchRequest parse_bench(const program::Words& words, const Host& host,
                         bench::SearchBenchOptions options, const BenchNames& names) {
    BenchRequest request{.options = options};
    const NamedLimit* limit = LIMITS;
    if (words.size() > 4)
        limit = std::ranges::find(
            LIMITS,
            program::choice(names.type, words[4], program::words_of(LIMITS, &NamedLimit::name)),
            &NamedLimit::name);
    request.options.type = limit->type;
    if (!words.empty()) request.options.hash_mb = read_hash(names.hash, words[0]);
    if (words.size() > 1) request.options.threads = read_threads(names.threads, words[1]);
    if (words.size() > 2)
        request.options.limit =
            program::number<std::uint64_t>(names.limit, words[2], 1, limit->most);
    if (words.size() > 3)
        request.games = program::reading_file(names.file, [&] { return games_of(words[3], host); });
    host.require_memory(request.options.hash_mb);
    return request;
}

bench::SpeedTestOptions parse_speed_test(const program::Words& words, const Host& host) {
    bench::SpeedTestOptions options;
    options.threads = words.empty() ? std::min(static_cast<int>(platform::usable_processors()),
                                               search::MAX_THREADS)
                                    : read_threads("threads", words[0]);
    const auto threads = static_cast<std::size_t>(options.threads);
    options.hash_mb = words.size() > 1 ? read_hash("hash", words[1])
                                       : std::clamp(available_memory_mb() / 2, search::MIN_HASH_MB,
                                                    threads * bench::SPEED_HASH_MB);
    if (words.size() > 1) host.require_memory(options.hash_mb);
    if (words.size() > 2)
        options.time = std::chrono::seconds(
            program::number<int>("seconds", words[2], 1, bench::MAX_SPEED_SECONDS));
    return options;
}

} // namespace agon::protocol
