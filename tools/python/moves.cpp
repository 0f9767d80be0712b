// `agon.Move`, and squares.
#include "engine/quote.hpp"
#include "tools/python/bindings.hpp"
#include "tools/python/squares.hpp"

#include "engine/error.hpp"
#include "engine/game/symmetry.hpp"
#include "engine/notation/notation.hpp"

#include <pybind11/stl.h>

#include <cstdlib>

namespace agon::python {
namespace {

Move require_action(Move move) {
    if (!move.is_pass() && move.from() == move.to())
        throw Error("an action cannot lead from " + move.to().text() + " to itself");
    return move;
}

py::object square_or_none(Cell cell) {
    if (cell.is_none()) return py::none();
    return py::int_(square_of(cell));
}

Move map_move(Move move, int symmetry) {
    if (symmetry < 0 || symmetry >= static_cast<int>(SYMMETRY_COUNT))
        throw Error("a symmetry is 0 to 11, got " + std::to_string(symmetry));
    const CellMap& map = SYMMETRIES[static_cast<std::size_t>(symmetry)];
    if (move.is_pass()) return move;
    if (move.is_placement()) return Move::placement(map[move.to()]);
    return {map[move.from()], map[move.to()]};
}

int distance(int a, int b) {
    const int file = cell_of(a).file() - cell_of(b).file();
    const int row = cell_of(a).row() - cell_of(b).row();
    return std::max({std::abs(file), std::abs(row), std::abs(file - row)});
}

int parse_square(const std::string& name) {
    const auto cell = Cell::parse(name);
    if (!cell) throw Error(in_quotes(name) + " is not a cell of the board");
    return square_of(*cell);
}

} // namespace

void bind_moves(py::module_& module) {
    py::class_<Move> move(module, "Move",
                          R"(An action: a step, relocation, exchange, placement or pass.

It is immutable, and true unless it is the pass.)");
    make_picklable(move);
    move.def(py::init(
                 [](int from, int to) { return require_action(Move(cell_of(from), cell_of(to))); }),
             py::arg("from_square"), py::arg("to_square"), "A step, relocation or exchange.")
        .def_static(
            "placement", [](int to) { return Move::placement(cell_of(to)); }, py::arg("to_square"),
            "The placement of a guard from the reserve.")
        .def_static("null", &Move::pass, "The pass.")
        .def_static(
            "from_uci", [](const std::string& text) { return require_action(parse_move(text)); },
            py::arg("uci"), "Reads 'a1b2', 'f3' (a placement) or 'pass'.")
        .def_static("from_action", &move_of, py::arg("action"),
                    "The action with a number, 0 to agon.ACTION_COUNT - 1; see `action`.")
        .def_property_readonly(
            "from_square", [](Move m) { return square_or_none(m.from()); },
            "0 to 90; None for a placement and the pass.")
        .def_property_readonly(
            "to_square", [](Move m) { return square_or_none(m.to()); },
            "0 to 90; None for the pass.")
        .def_property_readonly("action", &action_of, R"(The number of the action.

from_square * 91 + to_square; for a placement 8281 + to_square; for the pass 8372.)")
        .def("uci", [](Move m) { return to_text(m); })
        .def("transform", &map_move, py::arg("symmetry"),
             "The action as a symmetry of the board, 0 to 11, maps it; see Position.transform().")
        .def("__bool__", [](Move m) { return !m.is_pass(); })
        .def(
            "__eq__", [](Move a, Move b) { return a == b; }, py::is_operator())
        .def("__hash__", &Move::raw)
        .def(py::pickle(&action_of, &move_of))
        .def("__str__", [](Move m) { return to_text(m); })
        .def("__repr__", [](Move m) { return "Move.from_uci('" + to_text(m) + "')"; });

    std::vector<std::string> names;
    for (const Cell cell : CELLS) names.push_back(cell.text());
    module.attr("SQUARE_NAMES") = py::tuple(py::cast(names));
    module.attr("THRONE") = square_of(THRONE_CELL);
    module.attr("ACTION_COUNT") = ACTION_COUNT;
    module.def("parse_square", &parse_square, py::arg("name"),
               "The square of a cell's name: parse_square('f6') is 45, the throne.");
    module.def(
        "square_name", [](int square) { return cell_of(square).text(); }, py::arg("square"));
    module.def(
        "square_file", [](int square) { return cell_of(square).file(); }, py::arg("square"),
        "0 to 10 for the files a to l.");
    module.def(
        "square_rank", [](int square) { return cell_of(square).row(); }, py::arg("square"),
        "0 to 10 for the rows 1 to 11.");
    module.def(
        "square_ring", [](int square) { return cell_of(square).ring(); }, py::arg("square"),
        "0 for the throne to 5 for the edge.");
    module.def("square_distance", &distance, py::arg("a"), py::arg("b"),
               "The number of cells from one to the other, 0 to 10.");
}

} // namespace agon::python
