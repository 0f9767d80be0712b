// What a session works on: the rule sets, the current game, and the engine.
#pragma once

#include "engine/game/game.hpp"
#include "engine/rules/presets.hpp"
#include "protocol/os/machine.hpp"
#include "search/clock.hpp"
#include "search/engine.hpp"
#include "search/nnue/built_in_networks.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace agon::protocol {

using platform::available_memory_mb;
using platform::physical_memory_mb;

/// Not thread-safe. A method that throws Error changes nothing.
class Host {
public:
    /// Classic from its own setup. The clock must outlive the host. `available_mb` returns the
    /// memory available to set_hash(). Throws std::bad_alloc.
    explicit Host(
        const search::Clock& clock,
        std::function<std::size_t()> available_mb = [] { return available_memory_mb(); });

    [[nodiscard]] const Presets& presets() const { return presets_; }
    [[nodiscard]] const std::string& variant() const { return variant_; }
    [[nodiscard]] const RuleSet& rules() const { return rules_; }
    [[nodiscard]] const Game& game() const { return game_; }

    /// Loads the rules file `path` on top of the built-in presets; an empty path leaves only those.
    /// Begins a new_game() if the rules of the current variant change. Throws Error when the file
    /// is invalid or does not have the current variant.
    void load_variants(const std::string& path);
    /// Changes the rules and begins a new_game(). Throws Error, which lists the names.
    void set_variant(std::string_view name);
    /// Changes start_position() and begins a new_game(); nullopt for the preset's own setup.
    void set_setup(std::optional<Setup> setup);
    /// The limits of the current game and of later ones.
    void set_draw_limits(DrawLimits limits);
    [[nodiscard]] DrawLimits draw_limits() const { return limits_; }

    /// The setup that was set, or the preset's own.
    [[nodiscard]] Setup setup() const { return setup_.value_or(rules_.setup); }
    /// The position of that setup.
    [[nodiscard]] Position start_position() const;
    /// Begins a game from there, with draw_level_chance().
    void new_game();
    /// How often new_game() has been called, here or by the caller.
    [[nodiscard]] std::uint64_t new_games() const { return new_games_; }
    /// Draws what the engine's level leaves to chance in the games from now on, unless
    /// set_level_seed() has set it.
    void draw_level_chance();
    /// Lets that chance follow from `seed` in every game; 0: a random one in each.
    void set_level_seed(std::uint64_t seed);
    /// Begins a game from `first`, a position of rules().
    void set_position(const Position& first) { game_ = Game(rules_, first, limits_); }
    /// As Game::play() and Game::undo().
    void play(Move move) { game_.play(move); }
    bool undo() { return game_.undo(); }
    /// Precondition: `game` has rules() and draw_limits().
    void set_game(Game game) { game_ = std::move(game); }

    /// As Engine::set_hash(), but throws Error if the available memory and that of the old table
    /// together are not enough, even if the system would overcommit. The old table and its contents
    /// are then kept.
    void set_hash(std::size_t megabytes);
    [[nodiscard]] std::size_t hash_mb() const { return hash_mb_; }
    /// Throws Error if the available memory is not enough for another table of that size. One of
    /// search::DEFAULT_HASH_MB is never refused.
    void require_memory(std::size_t megabytes) const;
    /// Loads the network from a file; "" for the built-in one. Throws Error when the file
    /// is unsuitable, and keeps the previous network. Empties the table.
    void load_network(const std::string& file);
    [[nodiscard]] bool uses_built_in_network() const { return network_file_.empty(); }
    /// The network that evaluates under rules(). Throws Error as search::nnue::network_for().
    [[nodiscard]] search::nnue::NamedNetwork network() const;
    /// What export_network() wrote: the name of the network, and the file.
    struct Exported {
        std::string name, file;
    };
    /// Writes network() to a file that must not exist; "" for `NAME.net`, after a built-in one's
    /// name. Throws Error when the file cannot be written, and for "" with a network from a file.
    /// Blocks on writing.
    [[nodiscard]] Exported export_network(std::string_view file) const;
    /// For searches and perft: 1 to search::MAX_THREADS.
    void set_threads(int threads);
    [[nodiscard]] int threads() const { return threads_; }

    [[nodiscard]] search::Engine& engine() { return engine_; }

private:
    Presets presets_;
    std::string variant_{DEFAULT_PRESET};
    RuleSet rules_;
    std::optional<Setup> setup_;
    DrawLimits limits_;
    Game game_;
    std::function<std::size_t()> available_mb_;
    std::size_t hash_mb_ = search::DEFAULT_HASH_MB;
    std::uint64_t level_seed_ = 0; ///< 0: none is set
    std::uint64_t new_games_ = 0;
    int threads_ = 1;
    std::string network_file_; ///< "" for a built-in network
    search::Engine engine_;
};

} // namespace agon::protocol
