"""The stubs of the C++ module list exactly its names; each has a docstring."""

import ast
import inspect
import pathlib
import unittest

import agon
import agon.pgn
from agon import _agon

STUBS = pathlib.Path(agon.__file__).parent / "_agon.pyi"
# Added by Python to every class, and by pybind11 to every class and enumeration.
GIVEN = set(dir(object)) | {"__module__", "__entries", "__members__", "__index__", "__int__",
                            "__getstate__", "__setstate__", "__doc__"}
KEPT = {"__eq__", "__hash__"}


def stub_names(nodes):
    names = {}
    for node in nodes:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names[node.name] = node
        elif isinstance(node, ast.AnnAssign):
            names[node.target.id] = node
    return names


class Stubs(unittest.TestCase):
    def test_names(self):
        stubs = stub_names(ast.parse(STUBS.read_text()).body)
        module = {name for name in vars(_agon) if not name.startswith("_")} | {"__version__"}
        self.assertEqual(set(stubs), module)
        self.assertEqual(set(agon.__all__), module)
        for name, node in stubs.items():
            if not isinstance(node, ast.ClassDef) or name == "Error":
                continue
            members = {m for m in vars(getattr(_agon, name)) if m not in GIVEN or m in KEPT}
            stubbed = {m for m in stub_names(node.body) if m not in GIVEN or m in KEPT}
            if not getattr(_agon, name).__dict__.get("__eq__"):
                members -= KEPT
            with self.subTest(name=name):
                self.assertEqual(stubbed, members)

    def test_bases(self):
        """An enumeration of pybind11 is no enum.Enum, which could be iterated."""
        for name, node in stub_names(ast.parse(STUBS.read_text()).body).items():
            if isinstance(node, ast.ClassDef):
                bases = {base.__name__ for base in getattr(_agon, name).__bases__}
                self.assertEqual({ast.unparse(base) for base in node.bases}, bases - {"object", "pybind11_object"}, name)

    def test_values_of_enumerations(self):
        stub = stub_names(ast.parse(STUBS.read_text()).body)["Termination"]
        values = {name for name, node in stub_names(stub.body).items()
                  if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "ClassVar[Termination]"}
        self.assertEqual(values, set(agon.Termination.__members__))

    def test_files(self):
        """Text or binary."""
        stub = stub_names(ast.parse(STUBS.read_text()).body)["read_pgn"]
        read = next(node for node in ast.parse(pathlib.Path(agon.pgn.__file__).read_text()).body
                    if getattr(node, "name", "") == "read_game")
        for node in stub, read:
            taken = {name.id for name in ast.walk(node.args.args[0].annotation) if isinstance(name, ast.Name)}
            self.assertLessEqual({"TextIO", "BinaryIO"}, taken)

    def test_arguments(self):
        """pybind11 begins a docstring with the signature."""
        for name, node in stub_names(ast.parse(STUBS.read_text()).body).items():
            if isinstance(node, ast.FunctionDef):
                given = node.args.args + node.args.kwonlyargs
                signature = getattr(_agon, name).__doc__.splitlines()[0]
                for argument in given:
                    self.assertIn(argument.arg + ": ", signature, name)
                self.assertEqual(signature.count(": "), len(given), signature)

    def test_docstrings(self):
        for name in agon.__all__:
            if inspect.isclass(getattr(agon, name)):
                self.assertTrue(getattr(agon, name).__doc__, name)


if __name__ == "__main__":
    unittest.main()
