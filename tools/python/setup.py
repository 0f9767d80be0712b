"""For pip: builds the C++ module with CMake; pyproject.toml has the rest. Both files are here, and in
the root of the source archive that tools/release/make makes."""
import os
import pathlib
import re
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = pathlib.Path(__file__).resolve().parent
ARCHIVE = (HERE / "CMakeLists.txt").exists() and (HERE / "engine").is_dir()
ROOT = HERE if ARCHIVE else HERE.parents[1]


class CMake(build_ext):
    def build_extension(self, ext):
        build = pathlib.Path(self.build_temp).resolve()
        try:
            import pybind11
            pybind11_dir = [f"-Dpybind11_DIR={pybind11.get_cmake_dir()}"]
        except ImportError: # CMake finds Debian's pybind11-dev, which has no Python module
            pybind11_dir = []
        subprocess.run(["cmake", "-S", ROOT, "-B", build, "-DCMAKE_BUILD_TYPE=Release",
                        "-DAGON_PYTHON=ON", "-DAGON_TESTS=OFF", "-DCMAKE_UNITY_BUILD=ON",
                        f"-DPython_EXECUTABLE={sys.executable}", *pybind11_dir], check=True)
        # Without a number, make would start everything at once.
        subprocess.run(["cmake", "--build", build, "--parallel", str(os.cpu_count()),
                        "--target", "agon_python"], check=True)
        target = pathlib.Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        built, = (build / "python" / "agon").glob("_agon.*" + target.suffix)
        self.copy_file(built, target)


VERSION = re.search(r"project\(agon VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1]
setup(version=VERSION, package_dir={"agon": "tools/python/agon" if ARCHIVE else "agon"},
      ext_modules=[Extension("agon._agon", [])], cmdclass={"build_ext": CMake})
