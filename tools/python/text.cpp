#include "tools/python/text.hpp"

#include "engine/error.hpp"
#include "engine/quote.hpp"

namespace agon::python {

namespace py = pybind11;

namespace {

/// Takes a new reference. Throws the current Python error if it is null.
py::object owned(PyObject* object) {
    if (object == nullptr) throw py::error_already_set();
    return py::reinterpret_steal<py::object>(object);
}

} // namespace

std::string text_of(const py::handle& text) {
    Py_ssize_t size = 0;
    const char* const utf8 = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
    if (utf8 == nullptr) throw py::error_already_set();
    return {utf8, static_cast<std::size_t>(size)};
}

std::string shown(const py::handle& object) {
    return escape_controls(text_of(owned(PyObject_ASCII(object.ptr()))));
}

py::str path_text(const std::filesystem::path& path) {
    const std::string bytes = path.string();
    return py::str(owned(
        PyUnicode_DecodeFSDefaultAndSize(bytes.data(), static_cast<Py_ssize_t>(bytes.size()))));
}

void set_error(const py::handle& type, const std::string& message) {
    const auto text = py::reinterpret_steal<py::object>(PyUnicode_DecodeUTF8(
        message.data(), static_cast<Py_ssize_t>(message.size()), "backslashreplace"));
    if (text) PyErr_SetObject(type.ptr(), text.ptr()); // otherwise memory ran out
}

} // namespace agon::python
