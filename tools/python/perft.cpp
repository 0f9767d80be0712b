// Perft.
#include "engine/game/perft.hpp"
#include "engine/error.hpp"
#include "protocol/session/describe.hpp"
#include "protocol/session/host.hpp"
#include "search/engine.hpp"
#include "tools/python/bindings.hpp"

#include <pybind11/stl.h>

namespace agon::python {
namespace {

/// Calls `count` with the position, its rules and the options.
template<class Count>
auto counted(const py::object& object, int depth, int threads, std::size_t hash, Count count) {
    const View view = view_of(object);
    const RuleSet rules = view.rules.set(); // copies: another thread may play on in a Game
    const Position position = view.position;
    if (depth < 0 || depth > protocol::MAX_PERFT_DEPTH)
        throw Error("depth: expected 0 to " + std::to_string(protocol::MAX_PERFT_DEPTH) + ", got " +
                    std::to_string(depth));
    if (threads < 1 || threads > search::MAX_THREADS)
        throw Error("threads: expected 1 to " + std::to_string(search::MAX_THREADS) + ", got " +
                    std::to_string(threads));
    if (hash > protocol::available_memory_mb())
        throw Error("hash: no memory for " + std::to_string(hash) + " MB");
    std::atomic<bool> stop = false;
    const PerftOptions options{
        .hash_mb = hash, .threads = threads, .stop = [&] { return stop.load(); }, .progress = {}};
    decltype(count(rules, position, options)) result{};
    run_interruptibly([&] { result = count(rules, position, options); }, [&] { stop = true; });
    return result;
}

std::uint64_t total(const py::object& position, int depth, int threads, std::size_t hash) {
    return counted(position, depth, threads, hash,
                   [&](const RuleSet& rules, const Position& p, const PerftOptions& options) {
                       return perft(rules, p, depth, options);
                   });
}

py::dict divide(const py::object& position, int depth, int threads, std::size_t hash) {
    py::dict counts;
    for (const DivideEntry& entry :
         counted(position, depth, threads, hash,
                 [&](const RuleSet&rules, const Position&p, const PerftOptions&options) {
                     return perft_divide(rules, p, depth, options);
                 }))
        counts[py::cast(entry.move)] = entry.count;
    return counts;
}

} // namespace

void bind_perft(py::module_& module) {
    module.def("perft", &total, py::arg("position"), py::arg("depth"), py::kw_only(),
               py::arg("threads") = 1, py::arg("hash") = 0,
               R"(The number of sequences of exactly `depth` actions, 0 to 100; draws are ignored.

threads: 1 to 256. hash: the size of a table of counts in MB, 0 for none. Other threads run on
meanwhile, and Ctrl-C ends it.)");
    module.def("perft_divide", &divide, py::arg("position"), py::arg("depth"), py::kw_only(),
               py::arg("threads") = 1, py::arg("hash") = 0,
               "perft() by first action; empty for depth 0.");
}

} // namespace agon::python
