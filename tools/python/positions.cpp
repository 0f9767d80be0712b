// `agon.Position`, its legal actions and pictures.
#include "engine/draw/diagram.hpp"
#include "engine/error.hpp"
#include "engine/game/apply.hpp"
#include "engine/game/legal.hpp"
#include "engine/game/movegen.hpp"
#include "engine/game/symmetry.hpp"
#include "engine/notation/notation.hpp"
#include "engine/quote.hpp"
#include "tools/python/bindings.hpp"
#include "tools/python/squares.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <cstddef>

namespace agon::python {
namespace {

std::string quoted(const std::string& text) { return py::repr(py::str(text)).cast<std::string>(); }

/// Without white space at both ends, such as the end of a line that Python has read from a file.
std::string trimmed(const std::string& text) {
    constexpr const char* BLANK = " \t\n\v\f\r";
    const std::size_t begin = text.find_first_not_of(BLANK);
    if (begin == std::string::npos) return "";
    return text.substr(begin, text.find_last_not_of(BLANK) + 1 - begin);
}

BoundPosition make_position(const std::optional<std::string>& fen, const py::object& rules_object,
                            const std::optional<std::string>& setup) {
    const Rules rules = rules_of(rules_object);
    if (fen && setup) throw Error("give a position text or a setup, not both");
    if (fen) return {rules, parse_position(rules.set(), trimmed(*fen))};
    if (!setup) return {rules, setup_position(rules.set(), rules.set().setup)};
    if (const auto found = find_setup(*setup)) return {rules, setup_position(rules.set(), *found)};
    std::string names;
    for (const auto name : setup_names()) names += ' ' + std::string(name);
    throw Error("no setup " + in_quotes(*setup) + ":" + names);
}

std::vector<int> squares(Bitboard cells) {
    std::vector<int> squares;
    cells.for_each([&](Cell cell) { squares.push_back(square_of(cell)); });
    return squares;
}

/// "Q", "G", "q" or "g"; empty for a vacant cell.
std::string symbol(const Position& position, Cell cell) {
    if (!position.occupied().contains(cell)) return "";
    const Side side = position.pieces[0].contains(cell) ? Side::White : Side::Black;
    const bool queen = position.queens[side] == cell;
    return std::string(1, "GgQq"[(queen ? 2U : 0U) + index(side)]);
}

py::dict piece_map(const BoundPosition& p) {
    py::dict map;
    p.position.occupied().for_each(
        [&](Cell cell) { map[py::int_(square_of(cell))] = symbol(p.position, cell); });
    return map;
}

std::optional<Outcome> outcome(const BoundPosition& p) {
    return decided(p.rules.set(), p.position);
}

/// Null with Python's error set for an object made only by __new__().
const MoveList* moves_of(PyObject* self) {
    py::detail::make_caster<MoveList> caster;
    if (caster.load(self, false)) return &py::detail::cast_op<const MoveList&>(caster);
    PyErr_SetString(PyExc_TypeError, "LegalMoves.__init__() was not called");
    return nullptr;
}

Py_ssize_t count_of(PyObject* self) {
    const MoveList* const moves = moves_of(self);
    return moves == nullptr ? -1 : static_cast<Py_ssize_t>(moves->size());
}

/// Python has added the count to a negative `i`.
PyObject* action_at(PyObject* self, Py_ssize_t i) {
    const MoveList* const moves = moves_of(self);
    if (moves == nullptr) return nullptr;
    if (i < 0 || i >= static_cast<Py_ssize_t>(moves->size())) {
        PyErr_SetString(PyExc_IndexError, "no such action");
        return nullptr;
    }
    try {
        return py::cast((*moves)[static_cast<std::size_t>(i)]).release().ptr();
    } catch (...) { // only if memory runs out
        return PyErr_NoMemory();
    }
}

/// Makes it a C sequence: as methods, `len(moves)` and `moves[i]` would take half of the time of a
/// random game.
void make_sequence(PyHeapTypeObject* type) {
    type->as_sequence.sq_length = &count_of;
    type->as_sequence.sq_item = &action_at;
    type->ht_type.tp_iter = &PySeqIter_New;
}

std::vector<BoundPosition> symmetries(const BoundPosition& position) {
    std::vector<BoundPosition> all;
    for (int i = 0; i < static_cast<int>(SYMMETRY_COUNT); ++i)
        all.push_back(transformed(position, i));
    return all;
}

} // namespace

BoundPosition transformed(const BoundPosition& position, int symmetry) {
    if (symmetry < 0 || symmetry >= static_cast<int>(SYMMETRY_COUNT))
        throw Error("a symmetry is 0 to 11, got " + std::to_string(symmetry));
    const CellMap& map = SYMMETRIES[static_cast<std::size_t>(symmetry)];
    return {position.rules, agon::transformed(position.rules.set(), position.position, map)};
}

View view_of(const py::handle& object) {
    if (py::isinstance<BoundPosition>(object)) {
        const auto& position = object.cast<const BoundPosition&>();
        return {position.rules, position.position};
    }
    if (py::isinstance<BoundGame>(object)) {
        const auto& game = object.cast<const BoundGame&>();
        return {game.rules, game.game.position()};
    }
    throw py::type_error("expected agon.Position or agon.Game, got " + shown(object));
}

Move legal(const Rules& rules, const Position& position, Move move) {
    if (is_legal(rules.set(), position, move)) return move;
    return parse_legal_move(rules.set(), position, to_text(move)); // throws with the reason
}

std::string board_text(const Position& position) {
    std::string text = text_diagram(position);
    text.pop_back();
    return text;
}

std::string result_text(const std::optional<Outcome>& outcome) {
    if (!outcome) return "*";
    if (!outcome->winner) return "1/2-1/2";
    return *outcome->winner == Side::White ? "1-0" : "0-1";
}

void bind_positions(py::module_& module) {
    py::enum_<Reason> reasons(module, "Termination", "How a game ends.");
    make_picklable(reasons);
    reasons.value("THRONE", Reason::Throne)
        .value("FORFEIT", Reason::Forfeit)
        .value("NO_GUARDS", Reason::NoGuards)
        .value("REPETITION", Reason::Repetition)
        .value("NO_PROGRESS", Reason::NoProgress)
        .value("RING", Reason::Ring)
        .value("NO_ACTION", Reason::NoAction);
    py::class_<Outcome> outcomes(module, "Outcome", "The end of a game.");
    make_picklable(outcomes);
    outcomes
        .def_property_readonly(
            "winner",
            [](const Outcome& o) -> py::object {
                if (!o.winner) return py::none();
                return py::bool_(color(*o.winner));
            },
            "agon.WHITE, agon.BLACK, or None for a draw.")
        .def_readonly("termination", &Outcome::reason)
        .def(py::pickle(
            [](const Outcome& o) {
                return py::make_tuple(o.reason, o.winner ? py::object(py::bool_(color(*o.winner)))
                                                         : py::none());
            },
            [](const py::tuple& state) {
                const auto winner = state[1].cast<std::optional<bool>>();
                return Outcome{winner ? std::optional(side_of(*winner)) : std::nullopt,
                               state[0].cast<Reason>()};
            }))
        .def(
            "result", [](const Outcome& o) { return result_text(o); }, "'1-0', '0-1' or '1/2-1/2'.")
        .def(
            "__eq__", [](const Outcome& a, const Outcome& b) { return a == b; }, py::is_operator())
        .def("__hash__",
             [](const Outcome& o) {
                 return static_cast<std::size_t>(o.reason) * 3 + (o.winner ? index(*o.winner) : 2);
             })
        .def(
            "__str__", [](const Outcome& o) { return to_text(o); }, "'white wins (throne)'.")
        .def("__repr__", [](const Outcome& o) { return "<Outcome " + to_text(o) + '>'; });

    py::class_<MoveList> list(module, "LegalMoves", py::custom_type_setup(&make_sequence),
                              "The legal actions of a position: supports len(), indexing, "
                              "iteration and `in`. Their order depends only on the position.");
    make_picklable(list);
    list.def(py::pickle(
                 [](const MoveList& moves) { return std::vector(moves.begin(), moves.end()); },
                 [](const std::vector<Move>& moves) {
                     if (moves.size() > MAX_MOVES) throw Error("too many actions");
                     MoveList made;
                     for (const Move move : moves) made.push_back(move);
                     return made;
                 }))
        .def("count", &MoveList::size, "The number of actions.")
        .def(
            "__contains__",
            [](const MoveList& moves, MoveArgument argument) {
                return std::find(moves.begin(), moves.end(), argument.move) != moves.end();
            },
            py::arg("move"))
        .def("__repr__", [](const MoveList& moves) {
            std::string text;
            for (const Move move : moves) text += (text.empty() ? "" : ", ") + to_text(move);
            return "<LegalMoves (" + text + ")>";
        });

    py::class_<BoundPosition>(module, "Position", R"(A position and its rules.

It is immutable: apply() returns another one. Positions are equal when rules, board, turn, captured
pieces, reserve, clock and number are, and can be keys of a dict.)")
        .def(py::init(&make_position), py::arg("fen") = py::none(), py::arg("rules") = "classic",
             py::arg("setup") = py::none(), R"(A position text, or the first position of a setup.

White space around the text is skipped, so it can be a line of a file. rules: Rules, or the name of a
preset. setup: one of agon.SETUPS; that of the rules unless given.)")
        .def_property_readonly("rules", [](const BoundPosition& p) { return p.rules; })
        .def(
            "fen", [](const BoundPosition& p) { return to_text(p.position); },
            "The position text of six fields.")
        .def_property_readonly(
            "turn", [](const BoundPosition& p) { return color(p.position.turn); },
            "The color whose turn it is, which need not be the chooser.")
        .def_property_readonly(
            "chooser",
            [](const BoundPosition& p) { return color(chooser(p.rules.set(), p.position)); },
            "The color that picks the next action.")
        .def_property_readonly(
            "halfmove_clock", [](const BoundPosition& p) { return p.position.clock; },
            "Actions in a row without progress.")
        .def_property_readonly(
            "fullmove_number", [](const BoundPosition& p) { return p.position.number; },
            "1 at first, up after each of black's turns.")
        .def_property_readonly(
            "key", [](const BoundPosition& p) { return p.position.key; },
            "Zobrist key of rules, board, turn, captured pieces and reserve, 64 bits.")
        .def(
            "piece_at",
            [](const BoundPosition& p, int square) -> py::object {
                const std::string piece = symbol(p.position, cell_of(square));
                if (piece.empty()) return py::none();
                return py::str(piece);
            },
            py::arg("square"), "'Q', 'G', 'q', 'g', or None when the cell is vacant.")
        .def("piece_map", &piece_map, "The pieces by square.")
        .def(
            "queen",
            [](const BoundPosition& p, bool color) {
                return square_of(p.position.queens[side_of(color)]);
            },
            py::arg("color"), "The square of a side's queen.")
        .def(
            "guards",
            [](const BoundPosition& p, bool color) {
                return squares(p.position.guards(side_of(color)));
            },
            py::arg("color"), "The squares of a side's guards, in ascending order.")
        .def_property_readonly(
            "captured", [](const BoundPosition& p) { return squares(p.position.captured); },
            "The squares of captured pieces that wait to be settled, in ascending order.")
        .def(
            "reserve",
            [](const BoundPosition& p, bool color) {
                return static_cast<int>(p.position.reserve[side_of(color)]);
            },
            py::arg("color"), "The number of guards that a side has still to place, 0 to 6.")
        .def_property_readonly(
            "legal_moves",
            [](const BoundPosition& p) {
                MoveList moves;
                legal_moves(p.rules.set(), p.position, moves);
                return moves;
            },
            "The legal actions: none if the game is decided.")
        .def(
            "is_legal",
            [](const BoundPosition& p, MoveArgument argument) {
                return is_legal(p.rules.set(), p.position, argument.move);
            },
            py::arg("move"))
        .def(
            "parse_uci",
            [](const BoundPosition& p, const std::string& text) {
                return parse_legal_move(p.rules.set(), p.position, text);
            },
            py::arg("uci"), "Reads an action that is legal here.")
        .def(
            "apply",
            [](const BoundPosition& p, MoveArgument argument) {
                const Move move = legal(p.rules, p.position, argument.move);
                return BoundPosition{p.rules, after(p.rules.set(), p.position, move)};
            },
            py::arg("move"), "The position after a legal action.")
        .def("outcome", &outcome, "The end that the board shows, or None; draws need a Game.")
        .def("is_game_over", [](const BoundPosition& p) { return outcome(p).has_value(); })
        .def(
            "result", [](const BoundPosition& p) { return result_text(outcome(p)); },
            "'1-0', '0-1', or '*' when the game is not decided.")
        .def(
            "mirror",
            [](const BoundPosition& p) {
                return BoundPosition{p.rules, flipped(p.rules.set(), p.position)};
            },
            "The colors exchanged and the board turned by half a circle.")
        .def("transform", &transformed, py::arg("symmetry"), R"(The board turned and reflected.

symmetry: 0 to 11. 0 to 5 turn by that many sixths of a circle; 6 to 11 turn by 0 to 5 sixths after
a reflection in the line from a1 to l11.)")
        .def("symmetries", &symmetries, "transform(0) to transform(11).")
        .def(
            "canonical", [](const BoundPosition& p) { return canonical_text(p.position); },
            R"(A text that is equal for positions that symmetries or an exchange of the colors
make equal; clock and number do not count.)")
        .def(
            "svg",
            [](const BoundPosition& p, std::optional<MoveArgument> last,
               const std::string& caption) {
                return svg_diagram(p.position,
                                   {.last = last ? last->move : Move(), .caption = caption});
            },
            py::arg("lastmove") = py::none(), py::arg("caption") = "",
            "A picture of about 650 x 570 pixels as an SVG document.")
        .def("_repr_svg_", [](const BoundPosition& p) { return svg_diagram(p.position); })
        .def(
            "__eq__",
            [](const BoundPosition& a, const BoundPosition& b) {
                return a.rules.set() == b.rules.set() && a.position == b.position;
            },
            py::is_operator())
        .def("__hash__", [](const BoundPosition& p) { return p.position.key; })
        .def("__reduce__",
             [](const BoundPosition& p) {
                 return py::make_tuple(py::type::of<BoundPosition>(),
                                       py::make_tuple(to_text(p.position), p.rules));
             })
        .def(
            "__str__", [](const BoundPosition& p) { return board_text(p.position); },
            "The board in text.")
        .def("__repr__", [](const BoundPosition& p) {
            return "Position(" + quoted(to_text(p.position)) + ", " +
                   py::repr(py::cast(p.rules)).cast<std::string>() + ')';
        });
}

} // namespace agon::python
