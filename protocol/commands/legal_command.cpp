// `agon legal`.
#include "engine/game/game.hpp"
#include "protocol/commands/commands.hpp"
#include "protocol/session/describe.hpp"
#include "protocol/session/game_options.hpp"
#include "protocol/session/tokens.hpp"

#include <iostream>
#include <string>

namespace agon::protocol {

int legal(const program::Words& args) {
    program::Options options("agon legal",
                             "agon legal [OPTIONS]\n\nThe legal actions, one per line.\n",
                             "  agon legal\n  agon legal --variant ham --moves \"a1b2 l11k10\"\n");
    const GameOptions position(options);
    if (!options.read(args)) return 0;
    const Game game = position.game();
    if (const auto outcome = game.outcome())
        std::cerr << "agon: the game is over: " << to_text(*outcome) << std::endl;
    const std::string text = legal_text(game);
    for (Tokens moves(text); !moves.done();) std::cout << moves.next() << '\n';
    return 0;
}

} // namespace agon::protocol
