#include "engine/error.hpp"
#include "engine/rules/presets.hpp"
#include "protocol/cli/options.hpp"
#include "protocol/cli/progress.hpp"
#include "protocol/cli/terminal.hpp"
#include "protocol/record/distinct_files.hpp"
#include "protocol/record/record_file.hpp"
#include "search/nnue/network_file.hpp"
#include "tools/arena/schedule/shard.hpp"
#include "tools/lab/train/commands.hpp"
#include "tools/lab/train/self_play.hpp"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <exception>
#include <iostream>
#include <mutex>
#include <set>
#include <thread>

namespace agon::train {
namespace {

using program::Words;
using Clock = std::chrono::steady_clock;

constexpr const char* PLAY_USAGE =
    R"(agon-train play -o FILE [OPTIONS]

Plays games of the engine against itself and appends them to FILE, which `cat` can join with
others. The same options make the same games, in any order. --resume plays only the games that
FILE does not hold completely.
)";
constexpr const char* PLAY_EXAMPLES =
    R"(  agon-train play -o classic.games --games 20000 --threads 2
  agon-train play -o part2.games --games 20000 --shard 2/8 --resume
  agon-train play -o line.games --variant classic ham german --seed 7
)";

constexpr std::size_t HASH_MB = 4; ///< a larger table is slower and has no more hits
constexpr auto LINE_INTERVAL = std::chrono::seconds(30); ///< between lines without a terminal

/// The rules of a game: the variants in turn.
const RuleSet& rules_of(const std::vector<RuleSet>& variants, std::uint64_t number) {
    return variants[number % variants.size()];
}

/// Numbers of the series' games in the file. Truncates the file before an incomplete last block.
std::set<std::uint64_t> games_in(RecordFile& locked, std::uint64_t series) {
    std::set<std::uint64_t> numbers;
    const std::string file = locked.path();
    GameReader reader(file);
    try {
        while (const auto game = reader.next()) {
            if (game->series != series)
                throw program::UsageError(
                    fmt::format("{} holds games of another seed, other options, another network or "
                                "another build of agon-train",
                                file));
            numbers.insert(game->number);
        }
    } catch (const CutOff& error) {
        std::cerr << error.what() << "; the incomplete game is removed\n";
        locked.cut(reader.offset());
    }
    return numbers;
}

/// Plays what is missing, on several threads, into a stream.
class Production {
public:
    /// `missing` are the numbers of the games to play, `total` counts those already played too.
    Production(std::vector<RuleSet> rules, const PlaySettings& settings,
               std::vector<std::uint64_t> missing, std::size_t total,
               std::shared_ptr<const search::nnue::Network> network, RecordFile& out)
        : rules_(std::move(rules)), settings_(settings), missing_(std::move(missing)),
          network_(std::move(network)), total_(total), out_(out),
          progress_(total_ - missing_.size(), begun_) {}

    /// Blocks until all games are written. Throws what a thread threw.
    void run(int threads) {
        {
            std::vector<std::jthread> others;
            for (int i = 1; i < threads; ++i) others.emplace_back([this] { work(); });
            work();
        }
        line_.clear();
        if (failure_) std::rethrow_exception(failure_);
        std::cerr << text(Clock::now()) << '\n';
    }

private:
    void work() try {
        search::FixedNodeSearch searcher(HASH_MB);
        searcher.set_network(network_);
        for (std::size_t i = next_++; i < missing_.size(); i = next_++) {
            const std::uint64_t number = missing_[i];
            write(play_game(find_opening(rules_of(rules_, number), settings_, number, searcher),
                            settings_, number, searcher));
        }
    } catch (...) {
        const std::lock_guard lock(writing_);
        failure_ = std::current_exception();
        next_ = missing_.size();
    }

    void write(const RecordedGame& game) {
        const std::string block = encode(game);
        const std::lock_guard lock(writing_);
        out_.append(block);
        positions_ += game.actions.size();
        report();
    }

    void report() {
        progress_.finished();
        const auto now = Clock::now();
        line_.draw(text(now));
        if (program::is_terminal(program::Stream::Errors) || now < next_line_) return;
        next_line_ = now + LINE_INTERVAL;
        std::cerr << text(now) << '\n';
    }

    [[nodiscard]] std::string text(Clock::time_point now) const {
        const std::chrono::duration<double> time = now - begun_;
        return fmt::format("{}; {} positions, {:.0f} a second", progress_.text(total_, now),
                           positions_, static_cast<double>(positions_) / time.count());
    }

    std::vector<RuleSet> rules_;
    PlaySettings settings_;
    std::vector<std::uint64_t> missing_;
    std::shared_ptr<const search::nnue::Network> network_;
    std::size_t total_;
    RecordFile& out_;
    std::atomic<std::size_t> next_ = 0;
    std::mutex writing_;
    std::exception_ptr failure_;
    std::size_t positions_ = 0;
    Clock::time_point begun_ = Clock::now(), next_line_ = begun_;
    program::Progress progress_;
    program::StatusLine line_{std::cerr, program::is_terminal(program::Stream::Errors)};
};

} // namespace

int play_command(const Words& args) {
    const Presets presets;
    PlaySettings settings;
    std::string file;
    Words variants;
    std::uint64_t games = 10'000;
    std::string eval_file;
    int threads = 1;
    arena::Shard shard;
    bool resume = false;
    program::Options options("agon-train play", PLAY_USAGE, PLAY_EXAMPLES);
    options.output("output,o", file, "file of games to make, or with --resume to continue");
    options.list("variant", variants, "NAME...", "rules of the games, in turn (classic)");
    options.number("games", games, "games of the series, including those of other shards", 1);
    options.value("shard", "I/N", "play only every Nth game, beginning with the Ith",
                  [&](const std::string& what, const std::string& text) {
                      try {
                          shard = arena::parse_shard(text);
                      } catch (const Error&) {
                          throw program::unexpected(what, "I/N with I from 1 to N", text);
                      }
                  });
    options.flag("resume", resume, "continue the file");
    options.number("seed", settings.seed, "of the series", 0);
    options.number("nodes", settings.nodes, "of each search; the iteration is finished", 1);
    options.number("random-in", settings.random_in, "one action in N is random; 0: none", 0);
    options.number("even-in", settings.even_in, "one opening in N may be equal; 0: none", 0);
    options.number("actions", settings.max_actions, "a game of N actions is drawn", 1, 10'000);
    options.text("eval-file", eval_file, "NETWORK", "the network that plays (the built-in one)");
    options.number("threads", threads, "games at a time", 1, 1024);
    if (!options.read(args)) return 0;
    if (file.empty())
        throw program::UsageError("-o: expected a file; see 'agon-train play --help'");
    if (variants.empty()) variants.emplace_back(DEFAULT_PRESET);
    std::vector<RuleSet> rules;
    const Words names = program::words_of(presets.all(), &Preset::name);
    for (const std::string& variant : variants)
        rules.push_back(presets.at(program::choice("--variant", variant, names)).rules);

    std::shared_ptr<const search::nnue::Network> network;
    if (!eval_file.empty())
        network = program::reading_file("--eval-file",
                                        [&] { return search::nnue::load_network(eval_file); });
    settings.series = series_of(settings, rules, network.get());
    if (std::filesystem::exists(file) && !resume)
        throw program::UsageError(fmt::format("{} exists; --resume continues it", file));
    require_distinct({eval_file}, {{"-o", file}});
    RecordFile out(file);
    const std::set<std::uint64_t> played = games_in(out, settings.series);
    std::vector<std::uint64_t> missing;
    std::size_t total = 0;
    for (std::uint64_t number = 0; number < games; ++number) {
        if (!shard.has(number)) continue;
        ++total;
        if (!played.contains(number)) missing.push_back(number);
    }
    Production(std::move(rules), settings, std::move(missing), total, std::move(network), out)
        .run(threads);
    return 0;
}

} // namespace agon::train
