// `agon.Game`.
#include "engine/draw/diagram.hpp"
#include "engine/error.hpp"
#include "engine/game/legal.hpp"
#include "engine/game/movegen.hpp"
#include "engine/notation/notation.hpp"
#include "tools/python/bindings.hpp"
#include "tools/python/squares.hpp"

#include <pybind11/stl.h>

namespace agon::python {

DrawLimits limits_of(int repetition, int no_progress) {
    if (repetition < 0)
        throw Error("repetition: expected 0 or more, got " + std::to_string(repetition));
    if (no_progress < 0)
        throw Error("no_progress: expected 0 or more, got " + std::to_string(no_progress));
    return {repetition, no_progress};
}

BoundGame make_game(const py::object& first, const py::object& rules_object, int repetition,
                    int no_progress) {
    const DrawLimits limits = limits_of(repetition, no_progress);
    std::optional<BoundPosition> position;
    if (!first.is_none()) {
        py::detail::make_caster<BoundPosition> caster;
        if (!caster.load(first, false))
            throw py::type_error("position: expected agon.Position, got " + shown(first) +
                                 (py::isinstance<py::str>(first)
                                      ? ": agon.Position() makes one from a position text"
                                      : ""));
        position = py::detail::cast_op<const BoundPosition&>(caster);
    }
    if (position && !rules_object.is_none())
        throw Error("give a position, which has rules, or rules, not both");
    if (position) return {position->rules, Game(position->rules.set(), position->position, limits)};
    const Rules rules = rules_of(rules_object.is_none() ? py::str("classic") : rules_object);
    return {rules, Game(rules.set(), setup_position(rules.set(), rules.set().setup), limits)};
}

namespace {

BoundPosition first_position(const BoundGame& g) {
    Game game = g.game;
    while (game.undo()) {
    }
    return {g.rules, game.position()};
}

std::vector<Move> actions_of(const BoundGame& g) {
    std::vector<Move> moves;
    for (std::size_t i = 0; i < g.game.length(); ++i) moves.push_back(g.game.move(i));
    return moves;
}

/// First position, limits, actions, and the attributes of a subclass.
py::tuple state_of(const py::object& self) {
    const auto& g = self.cast<const BoundGame&>();
    std::vector<int> actions;
    for (const Move move : actions_of(g)) actions.push_back(action_of(move));
    const DrawLimits limits = g.game.limits();
    return py::make_tuple(first_position(g), limits.repetition, limits.no_progress, actions,
                          py::getattr(self, "__dict__", py::dict()));
}

std::pair<BoundGame, py::dict> game_of(const py::tuple& state) {
    BoundGame g = make_game(state[0], py::none(), state[1].cast<int>(), state[2].cast<int>());
    for (const int action : state[3].cast<std::vector<int>>())
        g.game.play(legal(g.rules, g.game.position(), move_of(action)));
    return {std::move(g), state[4]};
}

Move last_move(const BoundGame& g) {
    if (g.game.length() == 0) throw py::index_error("no action has been played");
    return g.game.move(g.game.length() - 1);
}

std::string svg(const BoundGame& g, const std::string& caption) {
    const Move last = g.game.length() == 0 ? Move() : last_move(g);
    return svg_diagram(g.game.position(), {.last = last, .caption = caption});
}

} // namespace

void bind_games(py::module_& module) {
    py::class_<BoundGame> game(module, "Game", R"(A game from its first position to the present one.

Draws depend on the positions before: a position that occurs `repetition` times is a draw, and so
are `no_progress` actions in a row without progress. 0 switches a limit off. A drawn game can be
played on.)");
    make_picklable(game);
    game.def(py::init(&make_game), py::arg("position") = py::none(), py::kw_only(),
             py::arg("rules") = py::none(), py::arg("repetition") = DrawLimits().repetition,
             py::arg("no_progress") = DrawLimits().no_progress,
             "A game from a position, or from the setup of the rules, `classic` unless given.")
        .def_property_readonly("rules", [](const BoundGame& g) { return g.rules; })
        .def_property_readonly("position", &BoundGame::position, "The present position.")
        .def("root", &first_position, "The first position.")
        .def_property_readonly("move_stack", &actions_of, "The actions played, as a new list.")
        .def("__len__", [](const BoundGame& g) { return g.game.length(); })
        .def("__bool__", [](const BoundGame&) { return true; })
        .def_property_readonly("turn",
                               [](const BoundGame& g) { return color(g.game.position().turn); })
        .def_property_readonly("chooser",
                               [](const BoundGame& g) { return color(g.game.chooser()); })
        .def("fen", [](const BoundGame& g) { return to_text(g.game.position()); })
        .def_property(
            "repetition", [](const BoundGame& g) { return g.game.limits().repetition; },
            [](BoundGame& g, int value) {
                g.game.set_limits(limits_of(value, g.game.limits().no_progress));
            })
        .def_property(
            "no_progress", [](const BoundGame& g) { return g.game.limits().no_progress; },
            [](BoundGame& g, int value) {
                g.game.set_limits(limits_of(g.game.limits().repetition, value));
            })
        .def_property_readonly(
            "legal_moves",
            [](const BoundGame& g) {
                MoveList moves;
                legal_moves(g.rules.set(), g.game.position(), moves);
                return moves;
            },
            "The legal actions: none if the game is decided, but some after a draw.")
        .def(
            "is_legal",
            [](const BoundGame& g, MoveArgument argument) {
                return is_legal(g.rules.set(), g.game.position(), argument.move);
            },
            py::arg("move"))
        .def(
            "parse_uci",
            [](const BoundGame& g, const std::string& text) {
                return parse_legal_move(g.rules.set(), g.game.position(), text);
            },
            py::arg("uci"), "Reads an action that is legal here.")
        .def(
            "push",
            [](BoundGame& g, MoveArgument argument) {
                g.game.play(legal(g.rules, g.game.position(), argument.move));
            },
            py::arg("move"), "Plays a legal action.")
        .def(
            "push_uci",
            [](BoundGame& g, const std::string& text) {
                const Move move = parse_legal_move(g.rules.set(), g.game.position(), text);
                g.game.play(move);
                return move;
            },
            py::arg("uci"), "Reads a legal action, plays it and returns it.")
        .def(
            "pop",
            [](BoundGame& g) {
                const Move move = last_move(g);
                g.game.undo();
                return move;
            },
            "Takes the last action back and returns it.")
        .def("peek", &last_move, "The last action.")
        .def(
            "outcome", [](const BoundGame& g) { return g.game.outcome(); },
            "The end of the game, draws included, or None.")
        .def("is_game_over", [](const BoundGame& g) { return g.game.outcome().has_value(); })
        .def(
            "result", [](const BoundGame& g) { return result_text(g.game.outcome()); },
            "'1-0', '0-1', '1/2-1/2', or '*' when the game is not over.")
        .def(
            "__eq__",
            [](const BoundGame& a, const BoundGame& b) {
                return a.rules.set() == b.rules.set() && a.game.limits() == b.game.limits() &&
                       first_position(a).position == first_position(b).position &&
                       actions_of(a) == actions_of(b);
            },
            py::is_operator(), "Whether rules, limits, first position and actions are the same.")
        .def(
            "copy", [](const BoundGame& g) { return g; },
            "An agon.Game with the same actions; copy.copy() keeps a subclass and its attributes.")
        .def(py::pickle(&state_of, &game_of))
        .def("svg", &svg, py::arg("caption") = "",
             "A picture as an SVG document, with the last action marked.")
        .def("_repr_svg_", [](const BoundGame& g) { return svg(g, ""); })
        .def("__str__", [](const BoundGame& g) { return board_text(g.game.position()); })
        .def("__repr__", [](const BoundGame& g) {
            return "<Game of " + std::to_string(g.game.length()) + " actions, " +
                   to_text(g.game.outcome()) + ": " + to_text(g.game.position()) + '>';
        });
}

} // namespace agon::python
