// Counts the sequences of up to DEPTH actions: perft [DEPTH [PRESET]]
#include "engine/game/perft.hpp"
#include "engine/notation/notation.hpp"
#include "engine/rules/presets.hpp"

#include <cstdlib>
#include <iostream>

int main(int count, char** words) {
    const int depth = count > 1 ? std::atoi(words[1]) : 4;
    const agon::Presets presets;
    const agon::Preset* preset = presets.find(count > 2 ? words[2] : "classic");
    if (preset == nullptr) {
        std::cerr << "no such preset\n";
        return EXIT_FAILURE;
    }
    const agon::Position start = agon::setup_position(preset->rules, preset->rules.setup);
    std::cout << agon::to_text(start) << '\n';
    for (int i = 1; i <= depth; ++i)
        std::cout << i << ' ' << agon::perft(preset->rules, start, i) << '\n';
}
