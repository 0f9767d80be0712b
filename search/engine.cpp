#include "search/engine.hpp"

#include "engine/error.hpp"
#include "engine/game/apply.hpp"
#include "engine/game/movegen.hpp"
#include "engine/game/outcome.hpp"
#include "engine/game/turn.hpp"
#include "engine/helper_threads.hpp"
#include "search/clock.hpp"
#include "search/control.hpp"
#include "search/history.hpp"
#include "search/levels.hpp"
#include "search/limits.hpp"
#include "search/listener.hpp"
#include "search/nnue/built_in_networks.hpp"
#include "search/nnue/network.hpp"
#include "search/score/score.hpp"
#include "search/watcher.hpp"
#include "search/worker.hpp"

#include <atomic>
#include <cassert>
#include <exception>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace agon::search {
namespace {

Score score_of_end(const Game& game, const Outcome& outcome, Score contempt) {
    if (!outcome.winner) return -contempt;
    return *outcome.winner == game.chooser() ? win_in(Distance()) : loss_in(Distance());
}

/// `limits`, with a single root action if the level plays one at random.
Limits at_level(Limits limits, const Options& options, const Game& game) {
    if (options.elo || options.level == HIGHEST_LEVEL) return limits;
    MoveList legal;
    legal_moves(game.rules(), game.position(), legal);
    const std::span<const Move> moves =
        limits.root_moves.empty() ? std::span<const Move>(legal) : limits.root_moves;
    if (const auto move =
            action_by_chance(options.level, game.position().key, options.level_seed, moves))
        limits.root_moves = {*move};
    return limits;
}

/// Ends all threads of a search, also when an exception ends the first one.
struct StopAtEnd {
    std::atomic<bool>& stop;
    ~StopAtEnd() { stop = true; }
};

} // namespace

struct Engine::State {
    explicit State(const Clock& used) : clock(used), table(DEFAULT_HASH_MB) {}
    const Clock& clock;
    TranspositionTable table;
    bool table_used = false;
    std::vector<std::unique_ptr<ThreadMemory>> memories; ///< by thread
    std::shared_ptr<const nnue::Network> network;        ///< null: the built-in one
    int threads = 1;
};

Engine::Engine(const Clock& clock) : state_(std::make_unique<State>(clock)) {}
Engine::~Engine() = default;

void Engine::set_hash(std::size_t megabytes) {
    state_->table.resize(megabytes, state_->threads);
    state_->table_used = false;
}

void Engine::set_threads(int threads) {
    assert(threads >= 1 && threads <= MAX_THREADS);
    state_->threads = threads;
    const auto count = static_cast<std::size_t>(threads);
    if (state_->memories.size() > count) state_->memories.resize(count);
}

void Engine::set_network(std::shared_ptr<const nnue::Network> network) {
    state_->network = std::move(network);
    // Drops the old evaluators: the new network may have the address of an old one.
    for (auto& memory : state_->memories) memory = std::make_unique<ThreadMemory>();
    clear();
}

const nnue::Network& Engine::network(const RuleSet& rules) const {
    return state_->network ? *state_->network : *nnue::network_for(rules).network;
}

const Clock& Engine::clock() const { return state_->clock; }
void Engine::clear() {
    if (std::exchange(state_->table_used, false)) state_->table.clear(state_->threads);
}

Answer Engine::search(const Game& game, const Limits& limits, Control& control,
                      Listener& listener) {
    // UCI: `infinite` and `ponder` searches may have finished, but must not answer yet.
    const auto wait_for_permission = [&] {
        if (limits.infinite || limits.ponder) control.wait(!limits.infinite);
    };
    if (const auto outcome = game.outcome()) {
        Info info;
        info.score = score_of_end(game, *outcome, options.contempt);
        info.wdl = outcome->winner ? win_draw_loss(info.score) : WinDrawLoss{0, 1000, 0};
        listener.on_info(info);
        wait_for_permission();
        Answer answer;
        answer.score = info.score;
        return answer;
    }
    if (limits.mate && game.rules().repetition == Repetition::Loses && game.limits().repetition > 0)
        throw Error("no search for a mate under repetition = loses: whether a win can be forced "
                    "depends on all earlier positions");

    const Limits limits_of_level = at_level(limits, options, game);
    SharedState shared{.game = game,
                       .limits = limits_of_level,
                       .options = options,
                       .table = state_->table,
                       .network = network(game.rules()),
                       .watcher = Watcher(state_->clock, control, limits, options, game.chooser())};
    state_->table_used = true;
    state_->table.age();
    std::vector<std::unique_ptr<Searcher>> searchers;
    shared.total_nodes = [&] {
        std::uint64_t total = 0;
        for (const auto& searcher : searchers) total += searcher->nodes();
        return total;
    };
    // Goes on with less memory or fewer threads than requested.
    try {
        auto& memories = state_->memories;
        for (std::size_t i = 0; i < static_cast<std::size_t>(state_->threads); ++i) {
            if (i == memories.size()) memories.push_back(std::make_unique<ThreadMemory>());
            searchers.push_back(
                std::make_unique<Searcher>(shared, *memories[i], i == 0 ? &listener : nullptr));
        }
    } catch (const std::bad_alloc&) {
        if (searchers.empty()) throw;
    }
    std::vector<std::exception_ptr> failures(searchers.size()); // by thread
    const auto help = [&](std::size_t i) {
        try {
            searchers[i]->run();
        } catch (...) {
            failures[i] = std::current_exception();
            shared.stop = true;
        }
    };
    HelperThreads helpers; // joined after StopAtEnd has stopped them
    {
        const StopAtEnd stop{shared.stop};
        for (std::size_t i = 1; i < searchers.size() && helpers.start([&, i] { help(i); });) ++i;
        searchers[0]->run();
        wait_for_permission();
    }
    helpers.join();
    for (const std::exception_ptr& failure : failures)
        if (failure) std::rethrow_exception(failure);

    const RootMove& best = searchers[0]->root_moves().front();
    // Where the chooser has another action in the same turn, there is nothing to ponder on.
    const bool replied =
        best.line.size() > 1 &&
        chooser(game.rules(), after(game.rules(), game.position(), best.move)) != game.chooser();
    return {.best = best.move,
            .ponder = replied ? best.line[1] : Move(),
            .score = best.score,
            .bound = best.bound,
            .nodes = shared.total_nodes()};
}

} // namespace agon::search
