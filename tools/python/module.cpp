// The Python module `agon._agon`; the package `agon` exports its names.
#include "tools/python/bindings.hpp"
#include "tools/python/text.hpp"

#include "engine/error.hpp"
#include "protocol/cli/build_report.hpp"

namespace agon::python {
namespace {

/// A fixed name, so that classes and pickles have it however the module is imported.
constexpr const char* NAME = "agon._agon";

void bind(py::module_& module) {
    module.doc() = "The rules of Agon and the engine, in C++. Use it through the package agon.";
    module.attr("__version__") = std::string(program::version());
    static py::handle error; // never released: the interpreter ends before the process
    error = py::exception<Error>(module, "Error", PyExc_ValueError).release();
    error.attr("__doc__") =
        "The request cannot be met, and nothing has changed; the message says why in one line.";
    py::register_exception_translator([](std::exception_ptr thrown) {
        try {
            if (thrown) std::rethrow_exception(thrown);
        } catch (const Error& fault) {
            set_error(error, fault.what());
        } catch (const py::cast_error&) { // pybind11 would raise a RuntimeError
            set_error(PyExc_TypeError, "an object is of a type that is not expected there");
        }
    });
    module.attr("WHITE") = true;
    module.attr("BLACK") = false;
    bind_rules(module);
    bind_moves(module);
    bind_positions(module);
    bind_games(module);
    bind_pgn(module);
    bind_perft(module);
    bind_search(module);
    bind_arrays(module);
    bind_vector_games(module);
}

/// The module of this interpreter, made by the first import. pybind11 would wait forever in a
/// subinterpreter that comes first, and end the process if one exists at the end, so this check
/// must come before any call of pybind11.
PyObject* create(PyObject*, PyModuleDef*) {
    PyInterpreterState* const interpreter = PyInterpreterState_Get();
    if (interpreter != PyInterpreterState_Main()) {
        PyErr_SetString(PyExc_ImportError,
                        "agon: a subinterpreter cannot import it, only the main interpreter");
        return nullptr;
    }
    PyObject* const kept = PyInterpreterState_GetDict(interpreter);
    if (kept == nullptr) return PyErr_NoMemory();
    if (PyObject* const made = PyDict_GetItemString(kept, NAME)) {
        Py_INCREF(made);
        return made;
    }
    try {
        auto module = py::reinterpret_steal<py::module_>(PyModule_New(NAME));
        if (!module) return nullptr;
        bind(module);
        if (PyDict_SetItemString(kept, NAME, module.ptr()) != 0) return nullptr;
        return module.release().ptr();
    } catch (py::error_already_set& error) {
        error.restore();
    } catch (const std::exception& error) {
        PyErr_SetString(PyExc_ImportError, error.what());
    }
    return nullptr;
}

PyModuleDef_Slot slots[] = {
    {Py_mod_create, reinterpret_cast<void*>(&create)},
#ifdef Py_mod_multiple_interpreters
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, nullptr}};

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_agon", nullptr, 0, nullptr, slots, nullptr, nullptr, nullptr};

} // namespace
} // namespace agon::python

/// Multi-phase, so that Python calls it again in each interpreter.
extern "C" PYBIND11_EXPORT PyObject* PyInit__agon();
extern "C" PYBIND11_EXPORT PyObject* PyInit__agon() {
    return PyModuleDef_Init(&agon::python::definition);
}
