// `agon genfens`.
#include "engine/game/game.hpp"
#include "protocol/commands/commands.hpp"
#include "protocol/session/game_options.hpp"
#include "protocol/session/genfens.hpp"

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <string>

namespace agon::protocol {

int genfens(const program::Words& args) {
    program::Words words;
    GenfensRequest request;
    program::Options options(
        "agon genfens",
        "agon genfens N [OPTIONS]\n\n"
        "N random openings as position texts: some random actions from the position, or "
        "from lines of\na book. The same seed gives the same openings.\n",
        "  agon genfens 100 > openings.epd\n"
        "  agon genfens 20 --variant ham --setup placement --seed 7\n");
    const GameOptions position(options);
    options.number("seed", request.seed, "of the random actions", 0,
                   static_cast<std::uint64_t>(MAX_SEED));
    options.input("book", request.book, "EPD file to start from");
    options.words(words, "N", 1, 1);
    if (!options.read(args)) return 0;
    request.count = program::number<std::size_t>("N", words[0], 0, MAX_FENS);
    const Game game = position.game();
    const auto starts =
        program::reading_file("--book", [&] { return genfens_starts(game, request.book); });
    protocol::genfens(game, starts, request, [](const std::string& text) {
        return static_cast<bool>(std::cout << text << '\n');
    });
    return 0;
}

} // namespace agon::protocol
