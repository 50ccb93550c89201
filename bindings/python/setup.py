"""A wheel with the library inside: of a checkout, which is built by CMake, or of the library that
COPPICE_LIBRARY names."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import setup
from setuptools.command.build_py import build_py
from wheel.bdist_wheel import bdist_wheel

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import build_declarations

HERE = pathlib.Path(__file__).resolve().parent
CHECKOUT = HERE.parent.parent
HEADERS = CHECKOUT / "include" / "coppice"


def version():
    return re.search(r'COPPICE_VERSION "(.*)"', (HEADERS / "version.h").read_text()).group(1)


def build_library(folder):
    """The shared library alone, without program and tests."""
    folder.mkdir(parents=True, exist_ok=True)
    options = ["-DCMAKE_BUILD_TYPE=Release", "-DCOPPICE_PROGRAMS=OFF", "-DCOPPICE_TESTS=OFF",
               "-DCOPPICE_INSTALL=OFF", "-DBUILD_SHARED_LIBS=ON"]
    subprocess.run(["cmake", "-S", str(CHECKOUT), "-B", str(folder), *options], check=True)
    subprocess.run(["cmake", "--build", str(folder), "--target", "coppice", "--parallel"], check=True)
    return folder / "lib" / "libcoppice.so.0"


class BuildPackage(build_py):
    def run(self):
        super().run()
        package = pathlib.Path(self.build_lib) / "coppice"
        build_declarations.main(str(HEADERS / "coppice.h"), str(package / "_declarations.py"))
        named = os.environ.get("COPPICE_LIBRARY")
        library = pathlib.Path(named) if named else build_library(pathlib.Path("build").resolve() / "library")
        shutil.copy(library, package / "libcoppice.so.0")


class PlatformWheel(bdist_wheel):
    """For any Python 3 of this platform: nothing in it is compiled against Python."""

    def finalize_options(self):
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


setup(version=version(), cmdclass={"build_py": BuildPackage, "bdist_wheel": PlatformWheel})
