#include "protocol/session/game_options.hpp"

#include "engine/record/notation.hpp"
#include "protocol/session/tokens.hpp"

namespace agon::protocol {

GameOptions::GameOptions(program::Options& options) {
    program::Words setups = program::words_of(setup_names());
    setups.insert(setups.begin(), setup_);
    options.text("variant", variant_, "NAME", "rules to play by; 'agon rules' lists them");
    options.text("variant-path", variant_path_, "FILE", "rules file with more variants");
    options.choice("setup", setup_, setups,
                   "standard, placement, flanked, or preset for the variant's own");
    options.text("fen", fen_, "TEXT", "position to start from, in quotes");
    options.text("moves", moves_, "TEXT", "actions played from there, in quotes");
}

void GameOptions::set_up(Host& host) const {
    if (!variant_path_.empty()) host.load_variants(variant_path_);
    host.set_variant(program::choice("--variant", variant_,
                                     program::words_of(host.presets().all(), &Preset::name)));
    host.set_setup(find_setup(setup_)); // none is called "preset"
    if (!fen_.empty()) host.set_position(parse_position(host.rules(), fen_));
    Game game = host.game();
    play_all(game, Tokens(moves_));
    host.set_game(std::move(game));
}

Game GameOptions::game() const {
    const search::SteadyClock clock;
    Host host(clock);
    set_up(host);
    return host.game();
}

} // namespace agon::protocol
