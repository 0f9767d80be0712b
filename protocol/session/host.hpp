// What every protocol works on: the rule sets, the present game, and the engine that plays it.
#pragma once

#include "engine/game.hpp"
#include "engine/rulesets/presets.hpp"
#include "search/engine.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace agon::protocol {

/// Of the machine, in MB; what a table may be asked to have at most.
[[nodiscard]] std::size_t physical_memory_mb();
/// Of it, in MB, what the machine can give to programs now without swapping.
[[nodiscard]] std::size_t available_memory_mb();

/// Not for two threads at once. Methods that throw Error have changed nothing then.
class Host {
public:
    /// Classic from its own setup. The clock must outlive the host. `available_mb` says what memory
    /// set_hash() may take. Throws std::bad_alloc.
    explicit Host(const search::Clock& clock,
                  std::function<std::size_t()> available_mb = available_memory_mb);

    [[nodiscard]] const Presets& presets() const { return presets_; }
    [[nodiscard]] const std::string& variant() const { return variant_; }
    [[nodiscard]] const RuleSet& rules() const { return rules_; }
    [[nodiscard]] const Game& game() const { return game_; }

    /// The presets become the built-in ones and those of the file; an empty path takes the file's
    /// away again. Throws Error when the file is at fault or lacks the variant being played. When
    /// that variant's rules change with it, the game becomes that of new_game().
    void load_variants(const std::string& path);
    /// Changes the rules and begins a new_game(). Throws Error that lists the names.
    void set_variant(std::string_view name);
    /// Changes what start_position() is and begins a new_game(); nothing for the preset's own.
    void set_setup(std::optional<Setup> setup);
    /// Of the present game and of those to come.
    void set_draw_limits(DrawLimits limits);
    [[nodiscard]] DrawLimits draw_limits() const { return limits_; }

    /// That of the setup set, or else of the preset's own.
    [[nodiscard]] Position start_position() const;
    void new_game() { set_position(start_position()); }
    /// Begins a game from `first`, which is a position of rules().
    void set_position(const Position& first) { game_ = Game(rules_, first, limits_); }
    /// As Game's.
    void play(Move move) { game_.play(move); }
    bool undo() { return game_.undo(); }
    /// `game` has rules() and draw_limits().
    void set_game(Game game) { game_ = std::move(game); }

    /// As Engine::set_hash(), but throws Error when the memory available and that of the old table
    /// are not enough, also where the operating system would promise more. The old table and its
    /// contents are then kept.
    void set_hash(std::size_t megabytes);
    [[nodiscard]] std::size_t hash_mb() const { return hash_mb_; }
    /// Of searches and of perft: 1 to search::MAX_THREADS.
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
    int threads_ = 1;
    search::Engine engine_;
};

} // namespace agon::protocol
