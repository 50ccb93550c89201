"""Runs the recipe of Conan with modules in place of Conan's that do as much as can be done without it:
copy the sources, configure what was copied, install from the build that there is.
usage: conan_recipe.py RECIPE BUILD WORK CMAKE VERSION"""

import fnmatch
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import types

RECIPE, BUILD, WORK, CMAKE, VERSION = sys.argv[1:]
WORK = pathlib.Path(WORK)


def run(*command):
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    # Variables that nobody reads are misspelt.
    if done.returncode or "not used by the project" in done.stdout:
        sys.exit(f"{command}: {done.stdout}")


def copy(recipe, pattern, src, dst):
    """As Conan's: what matches below `src`, "*" across folders."""
    source = pathlib.Path(src)
    top = source / pattern.split("*")[0]
    found = [path for path in ([top] if top.is_file() else top.rglob("*"))
             if path.is_file() and fnmatch.fnmatch(path.relative_to(source).as_posix(), pattern)]
    if not found:
        sys.exit(f"nothing in {src} matches {pattern}")
    for path in found:
        target = pathlib.Path(dst) / path.relative_to(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)


def rmdir(recipe, folder):
    if not os.path.isdir(folder):
        sys.exit(f"there is no folder {folder} to remove")
    shutil.rmtree(folder)


class Options(types.SimpleNamespace):
    def rm_safe(self, name):
        self.__dict__.pop(name, None)


class CppInfo(types.SimpleNamespace):
    def set_property(self, name, value):
        self.__dict__[name] = value


class ConanFile:
    version = None

    def __init__(self, **options):
        self.recipe_folder = os.path.dirname(RECIPE)
        self.source_folder = self.export_sources_folder = str(WORK / "source")
        self.package_folder = str(WORK / "package")
        self.options = Options(**{**self.default_options, **options})
        self.cpp_info = CppInfo(libs=[])
        self.needed = []

    def requires(self, reference, **_):
        self.needed.append(reference.split("/")[0])


class CMakeToolchain:
    def __init__(self, recipe):
        self.recipe = recipe
        self.cache_variables = {}

    def generate(self):
        self.recipe.variables = [f"-D{name}={'ON' if value else 'OFF'}"
                                 for name, value in self.cache_variables.items()]


class CMakeDeps(types.SimpleNamespace):
    def __init__(self, recipe):
        super().__init__(generate=lambda: None)


class CMake:
    def __init__(self, recipe):
        self.recipe = recipe

    def configure(self):
        shared = "ON" if self.recipe.options.shared else "OFF"
        run(CMAKE, "-S", self.recipe.source_folder, "-B", str(WORK / "build"), "-DCMAKE_BUILD_TYPE=Release",
            f"-DBUILD_SHARED_LIBS={shared}", *self.recipe.variables)

    def build(self):
        pass

    def install(self):
        run(CMAKE, "--install", BUILD, "--prefix", self.recipe.package_folder)


def stand_in(name, **members):
    module = types.ModuleType(name)
    module.__dict__.update(members)
    sys.modules[name] = module


def load(recipe, path):
    return pathlib.Path(path).read_text()


def main():
    stand_in("conan", ConanFile=ConanFile)
    stand_in("conan.tools")
    stand_in("conan.tools.cmake", CMake=CMake, CMakeDeps=CMakeDeps, CMakeToolchain=CMakeToolchain,
             cmake_layout=lambda recipe: None)
    stand_in("conan.tools.files", copy=copy, load=load, rmdir=rmdir)
    specification = importlib.util.spec_from_file_location("recipe", RECIPE)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)

    for shared in True, False:
        shutil.rmtree(WORK, ignore_errors=True)
        recipe = module.CoppiceConan(shared=shared, program=True)
        for step in ("set_version", "export_sources", "configure", "layout", "requirements", "generate", "build",
                     "package", "package_info"):
            getattr(recipe, step)()
        if recipe.version != VERSION:
            sys.exit(f"the recipe has version {recipe.version}; expected {VERSION}")
        if sorted(recipe.needed) != ["cli11", "eigen", "nlohmann_json", "zlib"]:
            sys.exit(f"the recipe needs {recipe.needed}")
        package = pathlib.Path(recipe.package_folder)
        for library in recipe.cpp_info.libs:
            file = package / "lib" / f"lib{library}.{'so' if shared else 'a'}"
            if not file.exists():
                sys.exit(f"{file} is not there")
        if sorted(path.name for path in package.iterdir()) != ["bin", "include", "lib", "licenses"]:
            sys.exit(f"the package has {sorted(package.iterdir())}")
        static = ["COPPICE_STATIC"] if not shared else []
        if getattr(recipe.cpp_info, "defines", []) != static:
            sys.exit("COPPICE_STATIC is defined for users of the shared library, or not for others")


main()
