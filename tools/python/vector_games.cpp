// `agon.VectorGames`: many games side by side, with arrays in and out.
#include "engine/draw/rules_page.hpp"
#include "engine/error.hpp"
#include "engine/game/legal.hpp"
#include "engine/game/movegen.hpp"
#include "engine/game/random_play.hpp"
#include "engine/notation/notation.hpp"
#include "search/nnue/built_in_networks.hpp"
#include "search/nnue/evaluator.hpp"
#include "search/nnue/network_file.hpp"
#include "tools/python/arrays.hpp"
#include "tools/python/bindings.hpp"
#include "tools/python/squares.hpp"
#include "tools/python/use.hpp"

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <random>

namespace agon::python {
namespace {

/// A game keeps its positions for repetitions and copies: at 136 bytes an action, this many games
/// of 500 actions take 4.5 GB.
constexpr std::int64_t MAX_GAMES = 65'536;

/// Longer random games end undecided. Without draw limits a game could otherwise fill the memory.
constexpr std::int64_t MAX_PLAYOUT = 1'000'000;

constexpr std::int64_t NO_ACTION = -1; ///< leaves a game as it is

/// An integer of Python. Throws TypeError, and Error if it is not from `least` to `most`.
std::int64_t integer(const char* what, const py::handle& object, std::int64_t least,
                     std::int64_t most) {
    const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
    if (!index) throw py::error_already_set();
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
    if (overflow != 0 || value < least || value > most)
        throw Error(std::string(what) + ": expected " + std::to_string(least) + " to " +
                    std::to_string(most) + ", got " +
                    (overflow != 0 ? "more" : std::to_string(value)));
    return value;
}

/// The integers of an array of one dimension. Throws TypeError for anything else; `size` is the
/// expected size, or nullopt for any.
std::vector<std::int64_t> integers(const char* what, const py::handle& object,
                                   std::optional<std::size_t> size) {
    const std::string wanted = std::string(what) + ": expected an array of integers of shape (" +
                               (size ? std::to_string(*size) : std::string("games")) + ",), got ";
    if (!py::isinstance<py::array>(object)) throw py::type_error(wanted + shown(object));
    const auto array = py::reinterpret_borrow<py::array>(object);
    const char kind = array.dtype().kind();
    // An uint64 may not fit.
    if ((kind != 'i' && kind != 'u') ||
        (kind == 'u' && array.attr("itemsize").cast<py::ssize_t>() > 4))
        throw py::type_error(wanted + "dtype " + shown(py::str(array.dtype())));
    if (array.ndim() != 1 || (size && static_cast<std::size_t>(array.shape(0)) != *size))
        throw py::type_error(wanted + "shape " + shown(array.attr("shape")));
    const auto numbers =
        py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>::ensure(array);
    if (!numbers) throw py::error_already_set();
    return {numbers.data(), numbers.data() + numbers.size()};
}

template<class Number>
py::array_t<Number> array_of(const std::vector<Number>& numbers) {
    auto array = new_array<Number>(numbers.size());
    std::copy(numbers.begin(), numbers.end(), array.mutable_data());
    return array;
}

/// White's reward for the end of a game.
float reward_of(const std::optional<Outcome>& outcome) {
    if (!outcome || !outcome->winner) return 0;
    return *outcome->winner == Side::White ? 1 : -1;
}

class VectorGames : public Bound {
public:
    VectorGames(std::size_t count, BoundGame first, bool auto_reset,
                const std::filesystem::path& network)
        : first_(std::move(first)), auto_reset_(auto_reset), network_file_(network),
          network_(network.empty() ? nullptr : search::nnue::load_network(network)) {
        require_numpy();
        if (const auto outcome = first_.game.outcome())
            throw Error("position: the game is over, " + to_text(outcome));
        weights_ =
            network_ ? network_.get() : search::nnue::network_for(first_.rules.set()).network;
        games_.assign(count, first_.game);
        ended_.assign(count, false);
    }

    [[nodiscard]] std::size_t size() const { return games_.size(); }
    [[nodiscard]] const Rules& rules() const { return first_.rules; }
    [[nodiscard]] DrawLimits limits() const { return first_.game.limits(); }
    [[nodiscard]] bool auto_reset() const { return auto_reset_; }
    [[nodiscard]] const std::filesystem::path& network_file() const { return network_file_; }
    [[nodiscard]] const BoundGame& first() const { return first_; }

    [[nodiscard]] BoundGame game(std::int64_t at) {
        const InUse::Scope busy(use_);
        return {first_.rules, games_[checked(at)]};
    }

    void set_game(std::int64_t at, const BoundGame& game) {
        const InUse::Scope busy(use_);
        const std::size_t i = checked(at);
        if (game.rules.set() != first_.rules.set())
            throw Error("the game has other rules: " +
                        preset_difference(first_.rules.preset(), game.rules.preset()));
        Game copy = game.game;
        copy.set_limits(limits());
        const auto outcome = copy.outcome();
        if (outcome && auto_reset_) throw Error("the game is over, " + to_text(outcome));
        games_[i] = std::move(copy);
        ended_[i] = outcome.has_value();
    }

    void reset(const py::object& which) {
        const InUse::Scope busy(use_);
        if (which.is_none()) return reset_games(all());
        const auto numbers = integers("games", which, std::nullopt);
        std::vector<std::size_t> chosen;
        for (const std::int64_t number : numbers) chosen.push_back(checked(number));
        reset_games(chosen);
    }

    py::array_t<bool> choosers() {
        return each<bool>([](const Game& game) { return color(game.chooser()); });
    }
    py::array_t<std::uint32_t> lengths() {
        return each<std::uint32_t>(
            [](const Game& game) { return static_cast<std::uint32_t>(game.length()); });
    }
    py::array_t<bool> ended() {
        const InUse::Scope busy(use_);
        auto array = new_array<bool>(games_.size());
        std::copy(ended_.begin(), ended_.end(), array.mutable_data());
        return array;
    }

    template<class Number>
    py::object planes(const py::object& out) {
        auto array = array_for<Number>(out, {ssize(), PLANE_COUNT, SPAN, SPAN});
        const InUse::Scope busy(use_);
        run_without_gil([this, to = array.mutable_data()]() mutable {
            for (const Game& game : games_) {
                write_planes({first_.rules, game.position()}, to);
                to += PLANE_COUNT * PLANE;
            }
        });
        return array;
    }

    py::object masks(const py::object& out) {
        auto array = array_for<bool>(out, {ssize(), ACTION_COUNT});
        const InUse::Scope busy(use_);
        run_without_gil([this, to = array.mutable_data()]() mutable {
            for (std::size_t i = 0; i < games_.size(); ++i, to += ACTION_COUNT) {
                if (ended_[i])
                    std::fill_n(to, ACTION_COUNT, false);
                else
                    write_mask({first_.rules, games_[i].position()}, to);
            }
        });
        return array;
    }

    py::tuple legal_actions() {
        const InUse::Scope busy(use_);
        std::vector<std::uint16_t> actions;
        std::vector<std::int64_t> starts{0};
        run_without_gil([&] {
            MoveList moves;
            for (std::size_t i = 0; i < games_.size(); ++i) {
                moves.clear();
                if (!ended_[i]) legal_moves(first_.rules.set(), games_[i].position(), moves);
                for (const Move move : moves)
                    actions.push_back(static_cast<std::uint16_t>(action_of(move)));
                starts.push_back(static_cast<std::int64_t>(actions.size()));
            }
        });
        return py::make_tuple(array_of(actions), array_of(starts));
    }

    py::tuple step(const py::object& actions) {
        const auto numbers = integers("actions", actions, games_.size());
        auto rewards = new_array<float>(games_.size());
        auto ends = new_array<bool>(games_.size());
        const InUse::Scope busy(use_);
        run_without_gil([&, reward = rewards.mutable_data(), end = ends.mutable_data()] {
            const std::vector<Move> moves = checked_actions(numbers);
            play(moves);
            for (std::size_t i = 0; i < games_.size(); ++i) {
                reward[i] = 0;
                end[i] = ended_[i];
                if (moves[i].is_none()) continue;
                const auto outcome = games_[i].outcome();
                end[i] = outcome.has_value();
                reward[i] = reward_of(outcome);
                if (!outcome) continue;
                if (auto_reset_)
                    games_[i] = first_.game; // fits into its memory, so it cannot fail
                else
                    ended_[i] = true;
            }
        });
        return py::make_tuple(rewards, ends);
    }

    py::tuple random_playouts(std::uint64_t seed, std::int64_t most) {
        auto rewards = new_array<float>(games_.size());
        auto ends = new_array<bool>(games_.size());
        auto lengths = new_array<std::uint32_t>(games_.size());
        const InUse::Scope busy(use_);
        std::atomic<bool> stopped = false;
        float* const reward = rewards.mutable_data();
        bool* const end = ends.mutable_data();
        std::uint32_t* const length = lengths.mutable_data();
        const auto work = [&] {
            std::mt19937_64 random(seed);
            for (std::size_t i = 0; i < games_.size() && !stopped; ++i) {
                Game game = games_[i];
                std::int64_t played = 0;
                std::optional<Outcome> outcome = game.outcome();
                while (!outcome && played < most && !stopped) {
                    game.play(random_move(game, random));
                    ++played;
                    outcome = game.outcome();
                }
                reward[i] = reward_of(outcome);
                end[i] = outcome.has_value();
                length[i] = static_cast<std::uint32_t>(played);
            }
        };
        run_interruptibly(work, [&] { stopped = true; });
        return py::make_tuple(rewards, ends, lengths);
    }

    py::object evaluate(const py::object& out) {
        auto array = array_for<std::int32_t>(out, {ssize()});
        const InUse::Scope busy(use_);
        // Each game has a ply of its own, so that only what an action has changed is added up.
        evaluator_.use(*weights_, first_.rules.set(), static_cast<int>(games_.size()) - 1);
        run_without_gil([this, to = array.mutable_data()] {
            for (std::size_t i = 0; i < games_.size(); ++i) {
                const Game& game = games_[i];
                if (!ended_[i]) {
                    to[i] = evaluator_.evaluate(static_cast<int>(i), game.position());
                } else {
                    const float white = reward_of(game.outcome());
                    to[i] =
                        static_cast<std::int32_t>(game.chooser() == Side::White ? white : -white) *
                        search::nnue::MAX_VALUE;
                }
            }
        });
        return array;
    }

private:
    [[nodiscard]] py::ssize_t ssize() const { return static_cast<py::ssize_t>(games_.size()); }

    /// The number of a game. Throws IndexError.
    [[nodiscard]] std::size_t checked(std::int64_t at) const {
        if (at < 0 || at >= static_cast<std::int64_t>(games_.size()))
            throw py::index_error("a game is 0 to " + std::to_string(games_.size() - 1) + ", got " +
                                  std::to_string(at));
        return static_cast<std::size_t>(at);
    }

    [[nodiscard]] std::vector<std::size_t> all() const {
        std::vector<std::size_t> numbers(games_.size());
        for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
        return numbers;
    }

    void reset_games(const std::vector<std::size_t>& which) {
        for (const std::size_t i : which) {
            games_[i] = first_.game;
            ended_[i] = false;
        }
    }

    template<class Number, class Value>
    py::array_t<Number> each(Value value) {
        const InUse::Scope busy(use_);
        auto array = new_array<Number>(games_.size());
        std::transform(games_.begin(), games_.end(), array.mutable_data(), value);
        return array;
    }

    /// Move{} for NO_ACTION. Throws Error that names the game.
    [[nodiscard]] std::vector<Move>
    checked_actions(const std::vector<std::int64_t>& numbers) const {
        std::vector<Move> moves(numbers.size());
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            if (numbers[i] == NO_ACTION) continue;
            try {
                if (numbers[i] < 0 || numbers[i] >= ACTION_COUNT)
                    throw Error("an action is 0 to " + std::to_string(PASS) +
                                ", or -1 for none, got " + std::to_string(numbers[i]));
                if (ended_[i])
                    throw Error("the game is over; reset() it, or give it the action -1");
                moves[i] = legal(first_.rules, games_[i].position(),
                                 move_of(static_cast<int>(numbers[i])));
            } catch (const Error& fault) {
                throw Error("actions[" + std::to_string(i) + "]: " + fault.what());
            }
        }
        return moves;
    }

    /// Plays all, or none if memory runs out.
    void play(const std::vector<Move>& moves) {
        std::size_t played = 0;
        try {
            for (; played < moves.size(); ++played)
                if (!moves[played].is_none()) games_[played].play(moves[played]);
        } catch (...) {
            while (played-- > 0)
                if (!moves[played].is_none()) games_[played].undo();
            throw;
        }
    }

    InUse use_{"another thread uses these games",
               "a thread used these games when this process was forked; make others"};
    BoundGame first_;
    bool auto_reset_;
    std::filesystem::path network_file_;
    std::shared_ptr<const search::nnue::Network> network_; ///< of the file, or null
    const search::nnue::Network* weights_;                 ///< the one that evaluates
    search::nnue::Evaluator evaluator_;
    std::vector<Game> games_;
    std::vector<char> ended_; ///< by game; all false with an automatic reset
};

std::unique_ptr<VectorGames> make_games(const py::object& count, const py::object& position,
                                        const py::object& rules, int repetition, int no_progress,
                                        bool auto_reset, const std::filesystem::path& network) {
    const std::int64_t n = integer("n", count, 1, MAX_GAMES);
    return std::make_unique<VectorGames>(static_cast<std::size_t>(n),
                                         make_game(position, rules, repetition, no_progress),
                                         auto_reset, network);
}

py::tuple state_of_games(VectorGames& games) {
    py::list all;
    for (std::size_t i = 0; i < games.size(); ++i)
        all.append(games.game(static_cast<std::int64_t>(i)));
    return py::make_tuple(games.first(), games.auto_reset(), path_text(games.network_file()), all);
}

std::unique_ptr<VectorGames> games_of(const py::tuple& state) {
    const py::list all = state[3];
    const std::int64_t n = integer("n", py::int_(all.size()), 1, MAX_GAMES);
    auto games = std::make_unique<VectorGames>(
        static_cast<std::size_t>(n), state[0].cast<const BoundGame&>(), state[1].cast<bool>(),
        state[2].cast<std::filesystem::path>());
    for (std::int64_t i = 0; i < n; ++i)
        games->set_game(i, all[static_cast<std::size_t>(i)].cast<const BoundGame&>());
    return games;
}

} // namespace

void bind_vector_games(py::module_& module) {
    py::class_<VectorGames> games(module, "VectorGames",
                                  R"(n games side by side, with arrays in and out.

All begin at the same position and have the same rules and draw limits, as those of agon.Game. With
autoreset, a game that ends begins again in the same step. network: the file of the network that
evaluates; the built-in one unless given. n: 1 to 65536.

The methods release the GIL. Each thread needs games of its own: Error if another thread uses these.
A call that raises changes nothing. The `chooser` of a game is the side that picks its next action.)");
    make_picklable(games);
    games
        .def(py::init(&make_games), py::arg("n"), py::arg("position") = py::none(), py::kw_only(),
             py::arg("rules") = py::none(), py::arg("repetition") = DrawLimits().repetition,
             py::arg("no_progress") = DrawLimits().no_progress, py::arg("autoreset") = true,
             py::arg("network") = "")
        .def(py::pickle(&state_of_games, &games_of))
        .def_property_readonly("rules", &VectorGames::rules)
        .def_property_readonly("repetition",
                               [](const VectorGames& g) { return g.limits().repetition; })
        .def_property_readonly("no_progress",
                               [](const VectorGames& g) { return g.limits().no_progress; })
        .def_property_readonly("autoreset", &VectorGames::auto_reset)
        .def_property_readonly("choosers", &VectorGames::choosers,
                               "Bools of shape (n,): True where white is the chooser.")
        .def_property_readonly("lengths", &VectorGames::lengths,
                               "Actions played since the first position: uint32 of shape (n,).")
        .def_property_readonly("ended", &VectorGames::ended,
                               "Bools of shape (n,): which games are over; none with autoreset.")
        .def("__len__", &VectorGames::size)
        .def(
            "__getitem__",
            [](VectorGames& g, const py::object& i) {
                constexpr std::int64_t MOST = std::numeric_limits<std::int64_t>::max();
                return g.game(integer("game", i, -MOST, MOST));
            },
            py::arg("i"), "A copy of game i, 0 to n - 1.")
        .def("__iter__",
             [](const py::object& self) {
                 return py::reinterpret_steal<py::object>(PySeqIter_New(self.ptr()));
             })
        .def(
            "__setitem__",
            [](VectorGames& g, const py::object& i, const BoundGame& game) {
                constexpr std::int64_t MOST = std::numeric_limits<std::int64_t>::max();
                g.set_game(integer("game", i, -MOST, MOST), game);
            },
            py::arg("i"), py::arg("game"),
            "Replaces game i by a copy of a Game of the same rules, which continues with the draw "
            "limits of these games.")
        .def("reset", &VectorGames::reset, py::arg("games") = py::none(),
             "Begins games again: those whose numbers are in an array of integers, or all.")
        .def(
            "planes",
            [](VectorGames& g, const py::object& out) {
                return py::isinstance<py::array_t<float>>(out) ? g.planes<float>(out)
                                                               : g.planes<std::uint8_t>(out);
            },
            py::arg("out") = py::none(),
            "The positions as agon.planes() has them: an array of shape (n, 11, 11, 11).")
        .def("action_masks", &VectorGames::masks, py::arg("out") = py::none(),
             "The legal actions as agon.action_masks() has them: bools of shape (n, 8373). None in "
             "a game that is over.")
        .def("legal_actions", &VectorGames::legal_actions,
             R"(The numbers of the legal actions of all games.

Returns (actions, starts), arrays of dtype uint16 and int64 and of shapes (actions,) and (n + 1,):
actions[starts[i]:starts[i + 1]] are those of game i.)")
        .def("step", &VectorGames::step, py::arg("actions"), R"(Plays an action in each game.

actions: an array of integers of shape (n,), Move.action; -1 leaves a game as it is. Returns (rewards,
ends): float32 of shape (n,), white's reward, 1 for a win, -1 for a loss, otherwise 0, black's is its
negative; and bools of shape (n,), whether the game is over. With autoreset, planes() and so on then
show its next game. If one action is not legal, Error names it, and none is played.)")
        .def(
            "random_playouts",
            [](VectorGames& g, std::uint64_t seed, const py::object& most) {
                return g.random_playouts(seed, integer("max_actions", most, 1, MAX_PLAYOUT));
            },
            py::arg("seed"), py::kw_only(), py::arg("max_actions") = 10'000,
            R"(Plays copies of all games at random to the end.

The games stay as they are. Returns (rewards, ends, lengths): white's reward and whether the game is
over as step() has them, and how many actions were played, uint32. A playout stops undecided after
max_actions, 1 to 1000000. The same seed, 0 to 2**64 - 1, plays the same. Ctrl-C ends it.)")
        .def("evaluate", &VectorGames::evaluate, py::arg("out") = py::none(),
             R"(The network's evaluation of all positions, without a search.

An array of dtype int32 and shape (n,), in the units of Line.score, from the chooser's view. A game
that is over is worth 32000, -32000 or 0. out: the array to write to.)");
}

} // namespace agon::python
