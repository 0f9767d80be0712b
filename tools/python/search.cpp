// `agon.Engine`: the search in the process of the interpreter.
#include "engine/error.hpp"
#include "engine/notation/notation.hpp"
#include "protocol/session/host.hpp"
#include "search/clock.hpp"
#include "search/control.hpp"
#include "search/limits.hpp"
#include "search/listener.hpp"
#include "search/options.hpp"
#include "tools/python/bindings.hpp"
#include "tools/python/use.hpp"

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <cmath>

namespace agon::python {
namespace {

/// A line of best play, and its value to the chooser.
struct Line : Bound {
    std::vector<Move> pv;
    search::Score value = 0;
    search::Bound bound = search::Bound::Exact;
    int depth = 0;
    int seldepth = 0;
    WinDrawLoss wdl{};

    [[nodiscard]] std::optional<int> score() const {
        return search::is_decisive(value) ? std::nullopt : std::optional<int>(value);
    }
    [[nodiscard]] std::optional<int> mate() const {
        return search::is_decisive(value) ? std::optional<int>(search::mate_number(value))
                                          : std::nullopt;
    }
    [[nodiscard]] std::optional<std::string> bound_text() const {
        if (bound == search::Bound::Exact) return std::nullopt;
        return bound == search::Bound::Lower ? "lower" : "upper";
    }
};

struct SearchResult : Bound {
    std::optional<Move> move;
    std::optional<Move> ponder;
    std::vector<Line> lines;
    std::uint64_t nodes = 0;
    double time = 0;
};

/// Keeps the last report of each line.
class LastReports final : public search::Listener {
public:
    void on_info(const search::Info& info) override {
        if (info.line == 1) time = std::chrono::duration<double>(info.time).count();
        const auto at = static_cast<std::size_t>(info.line - 1);
        if (at >= lines.size()) lines.resize(at + 1);
        Line& line = lines[at];
        line.pv.assign(info.line_moves.begin(), info.line_moves.end());
        line.value = info.score;
        line.bound = info.bound;
        line.depth = info.depth;
        line.seldepth = info.selective_depth;
        line.wdl = info.wdl;
    }

    std::vector<Line> lines;
    double time = 0;
};

template<class Number>
void require(const char* what, const std::optional<Number>& value, Number least, Number most) {
    if (value && !(*value >= least && *value <= most))
        throw Error(std::string(what) + ": expected " + std::to_string(least) + " to " +
                    std::to_string(most) + ", got " + std::to_string(*value));
}

constexpr double MAX_SECONDS = 1e9;

struct Arguments {
    std::optional<std::int64_t> nodes;
    std::optional<int> depth;
    std::optional<double> time;
    std::optional<int> mate;
};

search::Limits limits_of(const Arguments& arguments) {
    if (!arguments.nodes && !arguments.depth && !arguments.time && !arguments.mate)
        throw Error("a search needs a limit: nodes, depth, time or mate");
    require<std::int64_t>("nodes", arguments.nodes, 1, std::numeric_limits<std::int64_t>::max());
    require("depth", arguments.depth, 1, search::MAX_PLY);
    require("time", arguments.time, 0.0, MAX_SECONDS);
    require("mate", arguments.mate, 1, search::MAX_PLY);
    search::Limits limits;
    if (arguments.nodes) limits.nodes = static_cast<std::uint64_t>(*arguments.nodes);
    limits.depth = arguments.depth;
    if (arguments.time)
        limits.move_time = search::Milliseconds(std::llround(*arguments.time * 1000));
    limits.mate = arguments.mate;
    return limits;
}

/// Initialises everything that the search initialises once, while the GIL prevents os.fork(): a
/// child forked in the middle of it would wait for it forever.
void prepare_search() {
    static const bool prepared = [] {
        const search::SteadyClock clock;
        search::Engine engine(clock);
        search::Limits limits;
        limits.depth = 1;
        search::Control control;
        LastReports reports;
        const RuleSet rules;
        (void)engine.search(Game(rules, setup_position(rules, rules.setup)), limits, control,
                            reports);
        return true;
    }();
    (void)prepared;
}

class PythonEngine : public Bound {
public:
    PythonEngine(std::size_t hash, int threads, const std::filesystem::path& network,
                 int contempt) {
        prepare_search();
        set_hash(hash);
        set_threads(threads);
        if (!network.empty()) host_.load_network(network.string());
        require<int>("contempt", contempt, -1000, 1000);
        host_.engine().options.contempt = contempt;
    }

    [[nodiscard]] std::size_t hash() const { return host_.hash_mb(); }
    void set_hash(std::size_t megabytes) {
        const InUse::Scope busy(use_);
        if (megabytes < search::MIN_HASH_MB || megabytes > search::MAX_HASH_MB)
            throw Error("hash: expected " + std::to_string(search::MIN_HASH_MB) + " to " +
                        std::to_string(search::MAX_HASH_MB) + " MB, got " +
                        std::to_string(megabytes));
        host_.set_hash(megabytes);
    }
    [[nodiscard]] int threads() const { return host_.threads(); }
    void set_threads(int threads) {
        const InUse::Scope busy(use_);
        require<int>("threads", threads, 1, search::MAX_THREADS);
        host_.set_threads(threads);
    }
    void clear() {
        const InUse::Scope busy(use_);
        host_.engine().clear();
    }

    /// From any thread. Does nothing without a search.
    void stop() {
        if (control_ != nullptr && use_.here()) control_->stop();
    }

    SearchResult search(const py::object& object, const Arguments& arguments, int multi_pv,
                        const std::optional<std::vector<MoveArgument>>& root_moves) {
        const InUse::Scope busy(use_);
        search::Limits limits = limits_of(arguments);
        require<int>("multipv", multi_pv, 1, search::MAX_MULTI_PV);
        const View view = view_of(object);
        const Game game = py::isinstance<BoundGame>(object) ? object.cast<const BoundGame&>().game
                                                            : Game(view.rules.set(), view.position);
        if (root_moves) {
            if (root_moves->empty()) throw Error("root_moves: expected an action, got none");
            for (const MoveArgument argument : *root_moves)
                limits.root_moves.push_back(legal(view.rules, view.position, argument.move));
        }
        host_.engine().options.multi_pv = multi_pv;
        search::Control control;
        LastReports reports;
        search::Answer answer;
        control_ = &control;
        const Reset reset{control_};
        run_interruptibly([&] { answer = host_.engine().search(game, limits, control, reports); },
                          [&] { control.stop(); });
        SearchResult result;
        if (!answer.best.is_none()) result.move = answer.best;
        if (!answer.ponder.is_none()) result.ponder = answer.ponder;
        result.lines = std::move(reports.lines);
        result.nodes = answer.nodes;
        result.time = reports.time;
        return result;
    }

private:
    struct Reset {
        search::Control*& control;
        ~Reset() { control = nullptr; }
    };

    InUse use_{"the engine is searching; stop() ends it",
               "the engine was searching when this process was forked; make another"};
    search::Control* control_ = nullptr; ///< read and written only with the GIL
    search::SteadyClock clock_;
    protocol::Host host_{clock_};
};

py::tuple state_of_line(const Line& line) {
    return py::make_tuple(line.pv, line.value, line.depth, line.seldepth, line.wdl.win,
                          line.wdl.draw, line.wdl.loss, static_cast<int>(line.bound));
}

Line line_of(const py::tuple& state) {
    Line line;
    line.pv = state[0].cast<std::vector<Move>>();
    line.value = state[1].cast<search::Score>();
    line.depth = state[2].cast<int>();
    line.seldepth = state[3].cast<int>();
    line.wdl = {state[4].cast<int>(), state[5].cast<int>(), state[6].cast<int>()};
    line.bound = static_cast<search::Bound>(state[7].cast<int>());
    return line;
}

py::tuple state_of_result(const SearchResult& r) {
    return py::make_tuple(r.move, r.ponder, r.lines, r.nodes, r.time);
}

SearchResult result_of(const py::tuple& state) {
    SearchResult result;
    result.move = state[0].cast<std::optional<Move>>();
    result.ponder = state[1].cast<std::optional<Move>>();
    result.lines = state[2].cast<std::vector<Line>>();
    result.nodes = state[3].cast<std::uint64_t>();
    result.time = state[4].cast<double>();
    return result;
}

const Line& first_line(const SearchResult& result) { return result.lines.at(0); }

} // namespace

void bind_search(py::module_& module) {
    py::class_<Line> line(module, "Line", "A line of play and its score.");
    line.def(py::pickle(&state_of_line, &line_of));
    make_picklable(line);
    line.def_readonly("pv", &Line::pv, "The actions, a list of Move.")
        .def_property_readonly("score", &Line::score, R"(The score from the chooser's view.

In centipawns as UCI has them; None for a forced end.)")
        .def_property_readonly("mate", &Line::mate, R"(The chooser's actions until a forced end.

Negative when it loses, 0 when the game is over; None without a forced end.)")
        .def_property_readonly("bound", &Line::bound_text, R"(What the score, or mate, is.

"lower": it is at least that; "upper": at most that; None: exactly that. A search that ends early may
know no more than a bound.)")
        .def_property_readonly(
            "wdl", [](const Line& l) { return std::tuple(l.wdl.win, l.wdl.draw, l.wdl.loss); },
            "Win, draw and loss of the chooser in thousandths.")
        .def_readonly("depth", &Line::depth, "Plies of the iteration.")
        .def_readonly("seldepth", &Line::seldepth, "Plies of the longest line searched.");
    py::class_<SearchResult> result(module, "SearchResult", "What a search has found.");
    result.def(py::pickle(&state_of_result, &result_of));
    make_picklable(result);
    result.def_readonly("move", &SearchResult::move, "The best action; None when the game is over.")
        .def_readonly("ponder", &SearchResult::ponder, "The expected reply, or None.")
        .def_readonly("lines", &SearchResult::lines, "The best line, then those of `multipv`.")
        .def_property_readonly("pv", [](const SearchResult& r) { return first_line(r).pv; })
        .def_property_readonly("score", [](const SearchResult& r) { return first_line(r).score(); })
        .def_property_readonly("mate", [](const SearchResult& r) { return first_line(r).mate(); })
        .def_property_readonly("bound",
                               [](const SearchResult& r) { return first_line(r).bound_text(); })
        .def_property_readonly("depth", [](const SearchResult& r) { return first_line(r).depth; })
        .def_readonly("nodes", &SearchResult::nodes, "Positions searched by all threads.")
        .def_readonly("time", &SearchResult::time, "Seconds until the last report.")
        .def("__repr__", [](const SearchResult& r) {
            return "<SearchResult " + (r.move ? to_text(*r.move) : std::string("none")) + ", " +
                   std::to_string(r.nodes) + " nodes>";
        });
    py::class_<PythonEngine>(module, "Engine", R"(The search, in this process.

hash: the size of its table, 1 to 1048576 MB. threads: 1 to 256. network: the file of a network; the
built-in one unless given. contempt: a draw is worth -contempt to the chooser, -1000 to 1000.)")
        .def(py::init<std::size_t, int, const std::filesystem::path&, int>(), py::kw_only(),
             py::arg("hash") = search::DEFAULT_HASH_MB, py::arg("threads") = 1,
             py::arg("network") = "", py::arg("contempt") = 0)
        .def(
            "search",
            [](PythonEngine& engine, const py::object& position, std::optional<std::int64_t> nodes,
               std::optional<int> depth, std::optional<double> time, std::optional<int> mate,
               int multi_pv, const std::optional<std::vector<MoveArgument>>& root_moves) {
                return engine.search(position, {nodes, depth, time, mate}, multi_pv, root_moves);
            },
            py::arg("position"), py::kw_only(), py::arg("nodes") = py::none(),
            py::arg("depth") = py::none(), py::arg("time") = py::none(),
            py::arg("mate") = py::none(), py::arg("multipv") = 1,
            py::arg("root_moves") = py::none(), R"(Searches a Position or a Game until a limit.

A Game's repetitions and draw limits count. nodes: positions of all threads. depth: plies, 1 to 200.
time: seconds. mate: ends when a win in at most this many actions is found. At least one of them is
needed; the first that is reached ends the search. multipv: the number of best actions to report.
root_moves: legal actions to choose from. Other threads run on meanwhile, and Ctrl-C ends it.)")
        .def("stop", &PythonEngine::stop,
             "Called by another thread: the search returns with what it has found.")
        .def("clear", &PythonEngine::clear, "Empties the table.")
        .def(
            "__reduce_ex__",
            [](const PythonEngine&, int) -> py::object {
                throw py::type_error(
                    "an Engine cannot be copied or pickled: make one in each process");
            },
            py::arg("protocol"))
        .def_property("hash", &PythonEngine::hash, &PythonEngine::set_hash)
        .def_property("threads", &PythonEngine::threads, &PythonEngine::set_threads);
    module.def("_stop_all_work", &stop_all_work);
}

} // namespace agon::python
