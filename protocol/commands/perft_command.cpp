// `agon perft`.
#include "engine/game/game.hpp"
#include "engine/game/perft.hpp"
#include "protocol/cli/terminal.hpp"
#include "protocol/commands/commands.hpp"
#include "protocol/os/machine.hpp"
#include "protocol/session/describe.hpp"
#include "protocol/session/game_options.hpp"
#include "protocol/session/host.hpp"
#include "search/engine.hpp"

#include <chrono>
#include <cstdint>
#include <fmt/format.h>
#include <iostream>

namespace agon::protocol {

int perft(const program::Words& args) {
    program::Words words;
    PerftOptions settings;
    bool divide = false;
    program::Options options(
        "agon perft",
        "agon perft DEPTH [OPTIONS]\n\n"
        "Prints the number of sequences of exactly DEPTH actions on the last line; time "
        "and speed go to\nstandard error.\n",
        "  agon perft 5\n"
        "  agon perft 4 --divide --variant ham --setup flanked\n"
        "  agon perft 7 --threads 2 --hash 256\n");
    const GameOptions position(options);
    options.flag("divide", divide, "a count for each first action");
    options.number("threads", settings.threads, "threads that count", 1, search::MAX_THREADS);
    options.number("hash", settings.hash_mb,
                   "MB of memory for counts of positions met before; 0 for none", 0,
                   physical_memory_mb());
    options.words(words, "DEPTH", 1, 1);
    if (!options.read(args)) return 0;
    const int depth = program::number<int>("DEPTH", words[0], 0, MAX_PERFT_DEPTH);
    if (program::is_terminal(program::Stream::Errors))
        settings.progress = [](std::size_t done, std::size_t all) {
            std::cerr << fmt::format("\rperft: {:3} %{}", done * 100 / all,
                                     done == all ? "\r\033[K" : "");
        };
    const Game game = position.game();
    const auto begin = std::chrono::steady_clock::now();
    const auto entries = perft_divide(game.rules(), game.position(), depth, settings);
    const auto time = std::chrono::duration_cast<std::chrono::microseconds>(
        std::chrono::steady_clock::now() - begin);
    const std::uint64_t total = total_count(entries, depth);
    std::cerr << fmt::format("{:.3f} s, {} per second\n", static_cast<double>(time.count()) * 1e-6,
                             per_second(total, time));
    print_lines(divide ? describe_perft(entries, total) : Lines{perft_total(total)});
    return 0;
}

} // namespace agon::protocol
