// The Python module `agon._agon`; the package `agon` gives its names to callers.
#include "tools/python/bindings.hpp"

#include "engine/error.hpp"
#include "protocol/cli/program.hpp"

PYBIND11_MODULE(_agon, module) {
    namespace py = pybind11;
    module.doc() = "The rules of Agon and the engine, in C++. Use it through the package agon.";
    module.attr("__version__") = std::string(agon::program::version());
    py::register_exception<agon::Error>(module, "Error", PyExc_ValueError).attr("__doc__") =
        "The request cannot be met, and nothing has changed; the message says why in one line.";
    module.attr("WHITE") = true;
    module.attr("BLACK") = false;
    agon::python::bind_rules(module);
    agon::python::bind_moves(module);
    agon::python::bind_positions(module);
    agon::python::bind_games(module);
    agon::python::bind_pgn(module);
    agon::python::bind_perft(module);
    agon::python::bind_search(module);
    agon::python::bind_arrays(module);
}
