// Positions as numpy arrays.
#include "tools/python/arrays.hpp"
#include "engine/game/movegen.hpp"
#include "engine/game/turn.hpp"
#include "tools/python/bindings.hpp"
#include "tools/python/squares.hpp"

#include <pybind11/stl.h>

namespace agon::python {
namespace {

// Board, pieces and captured pieces are 1 where they are. The last four are the same everywhere on
// the 11 x 11 squares.
const std::vector<std::string> PLANES = {
    "board",          "own queen", "own guards",  "enemy queen",   "enemy guards",   "own captured",
    "enemy captured", "own turn",  "own reserve", "enemy reserve", "halfmove clock",
};

bool have_numpy = false;

} // namespace

void require_numpy() {
    if (!have_numpy) throw py::import_error("arrays need numpy, which cannot be imported");
}

template<class Number>
void write_planes(const View& view, Number* out) {
    const Position& p = view.position;
    const Side us = chooser(view.rules.set(), p);
    std::fill_n(out, PLANE_COUNT * PLANE, Number{0});
    const auto mark = [&](std::size_t plane, Bitboard cells) {
        cells.for_each([&](Cell cell) {
            out[plane * PLANE + static_cast<std::size_t>(cell.index())] = Number{1};
        });
    };
    mark(0, BOARD);
    mark(1, p.queen(us));
    mark(2, p.guards(us));
    mark(3, p.queen(~us));
    mark(4, p.guards(~us));
    mark(5, p.captured & p.pieces[us]);
    mark(6, p.captured & p.pieces[~us]);
    const auto fill = [&](std::size_t plane, unsigned value) {
        std::fill_n(out + plane * PLANE, PLANE, static_cast<Number>(value));
    };
    fill(7, p.turn == us ? 1 : 0);
    fill(8, p.reserve[us]);
    fill(9, p.reserve[~us]);
    fill(10, std::min(p.clock, 255U));
}

void write_mask(const View& view, bool* out) {
    std::fill_n(out, ACTION_COUNT, false);
    MoveList moves;
    legal_moves(view.rules.set(), view.position, moves);
    for (const Move move : moves) out[action_of(move)] = true;
}

template void write_planes(const View&, std::uint8_t*);
template void write_planes(const View&, float*);

namespace {

template<class Number>
py::object planes_of(const py::list& items, const py::object& out) {
    const auto count = static_cast<py::ssize_t>(items.size());
    auto array = array_for<Number>(out, {count, PLANE_COUNT, SPAN, SPAN});
    Number* to = array.mutable_data();
    for (const py::handle item : items) {
        write_planes(view_of(item), to);
        to += PLANE_COUNT * PLANE;
    }
    return array;
}

py::object planes(const py::iterable& positions, const py::object& out) {
    require_numpy();
    const py::list items(positions);
    if (py::isinstance<py::array_t<float>>(out)) return planes_of<float>(items, out);
    return planes_of<std::uint8_t>(items, out);
}

py::object masks(const py::iterable& positions, const py::object& out) {
    require_numpy();
    const py::list items(positions);
    const auto count = static_cast<py::ssize_t>(items.size());
    auto array = array_for<bool>(out, {count, ACTION_COUNT});
    bool* to = array.mutable_data();
    for (const py::handle item : items) {
        write_mask(view_of(item), to);
        to += ACTION_COUNT;
    }
    return array;
}

py::array_t<std::uint16_t> legal_actions(const py::object& object) {
    require_numpy();
    const View view = view_of(object);
    MoveList moves;
    legal_moves(view.rules.set(), view.position, moves);
    auto array = new_array<std::uint16_t>(moves.size());
    std::transform(moves.begin(), moves.end(), array.mutable_data(),
                   [](Move move) { return static_cast<std::uint16_t>(action_of(move)); });
    return array;
}

} // namespace

void bind_arrays(py::module_& module) {
    // Imports numpy now. At its first use pybind11 would import it under a lock, and another thread
    // would wait for that lock while holding the GIL.
    try {
        (void)py::dtype::of<bool>();
        have_numpy = true;
    } catch (const py::error_already_set&) {
        have_numpy = false;
    }
    module.attr("PLANES") = py::tuple(py::cast(PLANES));
    module.def("planes", &planes, py::arg("positions"), py::arg("out") = py::none(),
               R"(Positions as planes: an array of shape (positions, 11, 11, 11).

positions: Positions and Games. The second index is the plane, named by agon.PLANES, then come row
and file, 0 to 10: square_rank() and square_file(). `own` is the chooser's. The first seven planes
are 0 or 1; `own turn` is 1 unless the chooser decides for the other side; the reserves are 0 to 6
guards and the clock 0 to 255 actions, the same on all squares.

out: the array to write to, of dtype uint8 or float32 and of that shape, C-contiguous. Without it a
new array of dtype uint8 is made. Either is written once; nothing is copied.)");
    module.def("action_masks", &masks, py::arg("positions"), py::arg("out") = py::none(),
               R"(The legal actions of positions: a bool array of shape (positions, 8373).

The second index is Move.action. out: as for planes(), of dtype bool.)");
    module.def("legal_actions", &legal_actions, py::arg("position"),
               R"(The numbers of the legal actions, Move.action, in the order of legal_moves.

An array of dtype uint16.)");
}

} // namespace agon::python
