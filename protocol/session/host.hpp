// What a session works on: the rule sets, the current game, and the engine.
#pragma once

#include "engine/game/game.hpp"
#include "engine/platform/system.hpp"
#include "engine/rules/presets.hpp"
#include "search/engine.hpp"
#include "search/nnue/network.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace agon::protocol {

using platform::available_memory_mb;
using platform::physical_memory_mb;

/// In place of a folder.
inline constexpr std::string_view NO_TABLES = "none";

/// Where the endgame tables are that come with the program: share/agon/tables beside its folder,
/// or tables in a build. Empty when they are not there.
[[nodiscard]] std::filesystem::path shipped_tables();

/// Not thread-safe. A method that throws Error has changed nothing.
class Host {
public:
    /// Classic from its own setup. The clock must outlive the host. `available_mb` says what memory
    /// set_hash() may take. Throws std::bad_alloc.
    explicit Host(
        const search::Clock& clock,
        std::function<std::size_t()> available_mb = [] { return available_memory_mb(); });

    [[nodiscard]] const Presets& presets() const { return presets_; }
    [[nodiscard]] const std::string& variant() const { return variant_; }
    [[nodiscard]] const RuleSet& rules() const { return rules_; }
    [[nodiscard]] const Game& game() const { return game_; }

    /// Loads the rules file `path` on top of the built-in presets; an empty path leaves only those.
    /// Begins a new_game() if the rules of the current variant change. Throws Error when the file
    /// is faulty or does not have the current variant.
    void load_variants(const std::string& path);
    /// Changes the rules and begins a new_game(). Throws Error, which lists the names.
    void set_variant(std::string_view name);
    /// Changes start_position() and begins a new_game(); nullopt for the preset's own setup.
    void set_setup(std::optional<Setup> setup);
    /// Of the current game and of later ones.
    void set_draw_limits(DrawLimits limits);
    [[nodiscard]] DrawLimits draw_limits() const { return limits_; }

    /// The setup that was set, or the preset's own.
    [[nodiscard]] Setup setup() const { return setup_.value_or(rules_.setup); }
    /// By the setup that was set, or by the preset's own.
    [[nodiscard]] Position start_position() const;
    void new_game() { set_position(start_position()); }
    /// Begins a game from `first`, a position of rules().
    void set_position(const Position& first) { game_ = Game(rules_, first, limits_); }
    /// As Game::play() and Game::undo().
    void play(Move move) { game_.play(move); }
    bool undo() { return game_.undo(); }
    /// Precondition: `game` has rules() and draw_limits().
    void set_game(Game game) { game_ = std::move(game); }

    /// As Engine::set_hash(), but throws Error when the memory available and that of the old table
    /// together are not enough, even if the system would overcommit. The old table and its contents
    /// are then kept.
    void set_hash(std::size_t megabytes);
    [[nodiscard]] std::size_t hash_mb() const { return hash_mb_; }
    /// The network that evaluates, from a file; "" for the built-in one. Throws Error when the file
    /// does not fit; the network before is then kept. Empties the table.
    void load_network(const std::string& file);
    /// The endgame tables of a folder; "" for those that come with the program, NO_TABLES for none.
    /// Blocks on reading. Throws Error when the folder or a file is at fault; the tables before are
    /// then kept.
    void load_tables(const std::string& folder);
    /// The one that evaluates under rules().
    [[nodiscard]] search::nnue::NamedNetwork network() const;
    /// For searches and perft: 1 to search::MAX_THREADS.
    void set_threads(int threads);
    [[nodiscard]] int threads() const { return threads_; }

    [[nodiscard]] search::Engine& engine() { return engine_; }

private:
    void choose_rules(const RuleSet& rules);

    Presets presets_;
    std::string variant_{DEFAULT_PRESET};
    RuleSet rules_;
    std::optional<Setup> setup_;
    DrawLimits limits_;
    Game game_;
    std::function<std::size_t()> available_mb_;
    std::size_t hash_mb_ = search::DEFAULT_HASH_MB;
    int threads_ = 1;
    bool tables_read_ = false; ///< those that come with the program: when their rules are chosen
    std::string network_file_; ///< "" for a built-in network
    search::Engine engine_;
};

} // namespace agon::protocol
