// The options that describe a game: rules, setup, position and actions.
#pragma once

#include "engine/notation/notation.hpp"
#include "protocol/cli/options.hpp"
#include "protocol/cli/values.hpp"
#include "protocol/session/host.hpp"
#include "protocol/session/position_command.hpp"
#include "protocol/session/tokens.hpp"
#include "search/clock.hpp"

#include <optional>
#include <string>

namespace agon::protocol {

/// Must not move while the options are read.
class GameOptions {
public:
    explicit GameOptions(program::Options& options);

    /// Does what UCI's setoption and position would do. Throws UsageError for an unknown variant,
    /// an invalid position or action, and std::runtime_error for an invalid rules file; each names
    /// the option.
    void set_up(Host& host) const;
    /// Whether only rules were chosen: no setup, position or actions.
    [[nodiscard]] bool from_the_beginning() const {
        return setup_ == "preset" && !fen_ && moves_.empty();
    }
    /// The rules file; empty for none.
    [[nodiscard]] const std::string& variant_path() const { return variant_path_; }
    /// The game of a host that was set up.
    [[nodiscard]] Game game() const;

private:
    std::string variant_{DEFAULT_PRESET}, variant_path_, setup_ = "preset", moves_;
    std::optional<std::string> fen_;
};

inline GameOptions::GameOptions(program::Options& options) {
    program::Words setups = program::words_of(setup_names());
    setups.insert(setups.begin(), setup_);
    options.text("variant", variant_, "NAME", "rules to play by; 'agon rules' lists them");
    options.input("variant-path", variant_path_, "rules file with more variants");
    options.choice("setup", setup_, setups,
                   "standard, placement, flanked, or preset for the variant's own");
    options.value("fen", "TEXT", "position to start from, in quotes",
                  [this](const std::string&, const std::string& text) { fen_ = text; });
    options.text("moves", moves_, "TEXT", "actions played from there, in quotes");
}

inline void GameOptions::set_up(Host& host) const {
    if (!variant_path_.empty())
        program::reading_file("--variant-path", [&] { host.load_variants(variant_path_); });
    host.set_variant(program::choice("--variant", variant_,
                                     program::words_of(host.presets().all(), &Preset::name)));
    host.set_setup(find_setup(setup_)); // none is called "preset"
    if (fen_)
        host.set_position(
            program::reading_value("--fen", [&] { return parse_position(host.rules(), *fen_); }));
    Game game = host.game();
    program::reading_value("--moves", [&] { play_all(game, Tokens(moves_)); });
    host.set_game(std::move(game));
}

inline Game GameOptions::game() const {
    const search::SteadyClock clock;
    Host host(clock);
    set_up(host);
    return host.game();
}

} // namespace agon::protocol
