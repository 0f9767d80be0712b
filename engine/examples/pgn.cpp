// Reads games as PGN from standard input and shows how each ends.
#include "engine/draw/diagram.hpp"
#include "engine/error.hpp"
#include "engine/game/game.hpp"
#include "engine/notation/notation.hpp"
#include "engine/notation/pgn_reader.hpp"
#include "engine/notation/sentences.hpp"
#include "engine/rules/presets.hpp"

#include <cstdlib>
#include <iostream>

int main() {
    const agon::Presets presets;
    agon::RuleSet rules;
    agon::PgnReader games(std::cin, [&](const std::optional<std::string>& variant) {
        rules = presets.at(variant.value_or("classic")).rules;
        return agon::PgnReader::Start{rules, agon::setup_position(rules, rules.setup)};
    });
    try {
        while (const auto read = games.next()) {
            agon::Game game(rules, read->first);
            for (const agon::Move move : read->moves) game.play(move);
            std::cout << agon::text_diagram(game.position());
            const auto outcome = game.outcome();
            std::cout << (outcome ? agon::end_sentence(game, *outcome) : agon::turn_sentence(game))
                      << '\n';
        }
    } catch (const agon::Error& error) {
        std::cerr << "line " << games.line() << ": " << error.what() << '\n';
        return EXIT_FAILURE;
    }
}
