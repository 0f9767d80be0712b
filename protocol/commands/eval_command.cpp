// `agon eval`.
#include "engine/game/game.hpp"
#include "protocol/commands/commands.hpp"
#include "protocol/session/describe.hpp"
#include "protocol/session/game_options.hpp"

namespace agon::protocol {

int eval(const program::Words& args) {
    program::Options options(
        "agon eval",
        "agon eval [OPTIONS]\n\nThe static evaluation, and each piece's share in it.\n",
        "  agon eval\n  agon eval --variant german --moves \"a1b2 l11k10\"\n");
    const GameOptions position(options);
    if (!options.read(args)) return 0;
    const Game game = position.game();
    print_lines(describe_evaluation(game, search::nnue::network_for(game.rules())));
    return 0;
}

} // namespace agon::protocol
