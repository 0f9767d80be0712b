#include "protocol/analysis/search_pool.hpp"

#include "engine/error.hpp"
#include "protocol/os/machine.hpp"

#include <fmt/format.h>
#include <new>

namespace agon::analysis {

SearchPool::SearchPool(AnalysisSession& session, const search::Clock& clock, const PoolSize& size)
    : session_(session) {
    const std::size_t all = size.hash_mb * static_cast<std::size_t>(size.searches);
    try {
        if (all > platform::available_memory_mb()) throw std::bad_alloc(); // Linux would overcommit
        for (int i = 0; i < size.searches; ++i) {
            search::Engine& engine = engines_.emplace_back(clock);
            engine.set_threads(size.threads);
            engine.set_hash(size.hash_mb);
        }
    } catch (const std::bad_alloc&) {
        throw Error(
            fmt::format("no memory for the hash tables of {} searches, {} MB", size.searches, all));
    }
    bool started = false;
    for (search::Engine& engine : engines_) {
        const auto work = [this, &engine] {
            while (session_.wait()) (void)session_.work(engine);
        };
        if (!threads_.start(work)) break;
        started = true;
    }
    if (!started) throw Error("the system has no thread for a search");
}

SearchPool::~SearchPool() {
    session_.finish();
    threads_.join();
}

} // namespace agon::analysis
