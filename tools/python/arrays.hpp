// What the arrays of positions and those of a batch share.
#pragma once

#include "tools/python/bindings.hpp"

#include <pybind11/numpy.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace agon::python {

inline constexpr std::size_t PLANE_COUNT = 11;
inline constexpr std::size_t PLANE = RHOMBUS; ///< the squares of a plane, 11 rows of 11

/// Throws ImportError if numpy cannot be imported.
void require_numpy();

/// Writes PLANE_COUNT * PLANE numbers, std::uint8_t or float. Does not need the GIL.
template<class Number>
void write_planes(const View& view, Number* out);

/// Writes ACTION_COUNT of them. Does not need the GIL.
void write_mask(const View& view, bool* out);

/// A new array of one dimension. pybind11 before 2.12 computes the strides of an array made from a
/// count by the layout of numpy 1, and this one's by the size of the type.
template<class Number>
py::array_t<Number> new_array(std::size_t count) {
    return py::array_t<Number>(std::vector<py::ssize_t>{static_cast<py::ssize_t>(count)});
}

/// `out`, or a new array if it is None. Throws TypeError unless it is an array of this type and
/// shape that can be written in place.
template<class Number>
py::array_t<Number> array_for(const py::object& out, const std::vector<py::ssize_t>& shape) {
    if (out.is_none()) return py::array_t<Number>(shape);
    if (py::isinstance<py::array_t<Number>>(out)) {
        const auto array = py::reinterpret_borrow<py::array_t<Number>>(out);
        const bool contiguous = (array.flags() & py::array::c_style) != 0;
        if (contiguous && array.writeable() &&
            std::equal(shape.begin(), shape.end(), array.shape(), array.shape() + array.ndim()))
            return array;
    }
    throw py::type_error("out: expected a writeable C-contiguous array of dtype " +
                         py::str(py::dtype::of<Number>()).template cast<std::string>() +
                         " and shape " + py::str(py::cast(shape)).template cast<std::string>());
}

} // namespace agon::python
