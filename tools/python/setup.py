"""For pip: has CMake build the module in C++; pyproject.toml says the rest."""
import pathlib
import re
import subprocess
import sys

import pybind11
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parents[2]


class CMake(build_ext):
    def build_extension(self, ext):
        build = pathlib.Path(self.build_temp).resolve()
        subprocess.run(["cmake", "-S", ROOT, "-B", build, "-DCMAKE_BUILD_TYPE=Release",
                        "-DAGON_PYTHON=ON", "-DAGON_TESTS=OFF",
                        f"-DPython_EXECUTABLE={sys.executable}",
                        f"-Dpybind11_DIR={pybind11.get_cmake_dir()}"], check=True)
        subprocess.run(["cmake", "--build", build, "--parallel", "--target", "agon_python"],
                       check=True)
        target = pathlib.Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        built, = (build / "python" / "agon").glob("_agon.*" + target.suffix)
        self.copy_file(built, target)


VERSION = re.search(r"project\(agon VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1]
setup(version=VERSION, ext_modules=[Extension("agon._agon", [])], cmdclass={"build_ext": CMake})
