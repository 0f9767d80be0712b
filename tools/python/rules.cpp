// `agon.Rules`: presets and rules files.
#include "tools/python/bindings.hpp"

#include "engine/draw/rules_page.hpp"
#include "engine/error.hpp"

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

namespace agon::python {
namespace {

const Presets& built_in() {
    static const Presets presets;
    return presets;
}

Rules make_rules(const std::string& name, const std::filesystem::path& file) {
    if (file.empty()) return {built_in().at(name), {}};
    Presets presets;
    presets.load(file);
    const bool is_in_file = built_in().find(name) == nullptr;
    return {presets.at(name), is_in_file ? std::filesystem::absolute(file) : ""};
}

std::vector<std::string> preset_names(const std::filesystem::path& file) {
    Presets presets;
    if (!file.empty()) presets.load(file);
    std::vector<std::string> names;
    for (const Preset& preset : presets.all()) names.push_back(preset.name);
    return names;
}

py::dict fields(const Rules& rules) {
    py::dict fields;
    for (const RuleField& field : rule_fields())
        fields[py::str(std::string(field.key))] = py::str(std::string(field.text(rules.set())));
    return fields;
}

std::size_t hash_of(const Rules& rules) {
    std::size_t hash = 0;
    for (const RuleField& field : rule_fields())
        hash = hash * field.values.size() + field.get(rules.set());
    return hash;
}

} // namespace

Rules rules_of(const py::handle& rules) {
    if (py::isinstance<Rules>(rules)) return rules.cast<Rules>();
    if (py::isinstance<py::str>(rules)) return make_rules(text_of(rules), {});
    throw py::type_error("rules: expected agon.Rules or the name of a preset, got " + shown(rules));
}

void bind_rules(py::module_& module) {
    py::class_<Rules>(module, "Rules", "A rule set. It is immutable.")
        .def(py::init(&make_rules), py::arg("name") = std::string(DEFAULT_PRESET),
             py::arg("file") = "", "The preset `name`, or that section of a rules file.")
        .def_property_readonly("name", [](const Rules& r) { return r.preset().name; })
        .def_property_readonly(
            "parent", [](const Rules& r) { return r.preset().parent; },
            "The preset that it differs from; empty for `classic`.")
        .def_property_readonly(
            "book", [](const Rules& r) { return r.preset().book; }, "The text that it follows.")
        .def_property_readonly(
            "file",
            [](const Rules& r) -> py::object {
                if (r.file().empty()) return py::none();
                return path_text(r.file());
            },
            "The path of the rules file, or None for a built-in preset.")
        .def_property_readonly("fields", &fields,
                               "Key and value of each rule, as rules files spell them.")
        .def(
            "describe", [](const Rules& r) { return preset_page(r.preset()); },
            "The whole game in sentences, each with its source.")
        .def(
            "difference",
            [](const Rules& a, const Rules& b) {
                return preset_difference(a.preset(), b.preset());
            },
            py::arg("other"), "The rules in which two rule sets differ, in sentences.")
        .def(
            "__eq__", [](const Rules& a, const Rules& b) { return a.set() == b.set(); },
            py::is_operator(), "Whether all fields are equal; names do not matter.")
        .def("__hash__", &hash_of)
        .def("__reduce__",
             [](const Rules& r) {
                 return py::make_tuple(py::type::of<Rules>(),
                                       py::make_tuple(r.preset().name, path_text(r.file())));
             })
        .def("__repr__", [](const Rules& r) {
            const std::string file = r.file().empty() ? "" : ", " + shown(path_text(r.file()));
            return "Rules(" + py::repr(py::str(r.preset().name)).cast<std::string>() + file + ')';
        });
    module.def("preset_names", &preset_names, py::arg("file") = "",
               "The names that Rules() takes: the built-in presets, then those of a rules file.");
    std::vector<std::string> setups;
    for (const auto name : setup_names()) setups.emplace_back(name);
    module.attr("SETUPS") = py::tuple(py::cast(setups));
}

} // namespace agon::python
