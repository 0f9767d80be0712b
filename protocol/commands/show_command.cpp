// `agon show`.
#include "engine/draw/diagram.hpp"
#include "engine/game/game.hpp"
#include "protocol/cli/terminal.hpp"
#include "protocol/commands/commands.hpp"
#include "protocol/session/describe.hpp"
#include "protocol/session/game_options.hpp"

#include <iostream>

namespace agon::protocol {

int show(const program::Words& args) {
    bool svg = false;
    program::Options options(
        "agon show", "agon show [OPTIONS]\n\nThe board, position text, key and result.\n",
        "  agon show --setup flanked\n  agon show --svg --moves a1b2 > board.svg\n");
    const GameOptions position(options);
    options.flag("svg", svg, "a picture of the board, as an SVG document");
    if (!options.read(args)) return 0;
    const Game game = position.game();
    if (!svg) {
        print_lines(describe(game, program::shows_colour()));
        return 0;
    }
    DiagramOptions diagram;
    if (game.length() > 0) diagram.last = game.move(game.length() - 1);
    std::cout << svg_diagram(game.position(), diagram);
    return 0;
}

} // namespace agon::protocol
