// Searches side by side for an AnalysisSession.
#pragma once

#include "engine/helper_threads.hpp"
#include "protocol/analysis/analysis_session.hpp"
#include "search/clock.hpp"
#include "search/engine.hpp"

#include <cstddef>
#include <list>

namespace agon::analysis {

struct PoolSize {
    int searches = 1;
    int threads = 1;                               ///< of each search
    std::size_t hash_mb = search::DEFAULT_HASH_MB; ///< of each search
};

class SearchPool {
public:
    /// Begins to work. Starts fewer searches if the system has not enough threads for all. Throws
    /// Error if there is no memory for the tables or no thread for one search. The session and the
    /// clock must outlive the pool.
    SearchPool(AnalysisSession& session, const search::Clock& clock, const PoolSize& size);
    /// Blocks until the session is finished and everything in it answered.
    ~SearchPool();
    SearchPool(const SearchPool&) = delete;
    SearchPool& operator=(const SearchPool&) = delete;

private:
    AnalysisSession& session_;
    std::list<search::Engine> engines_;
    HelperThreads threads_;
};

} // namespace agon::analysis
