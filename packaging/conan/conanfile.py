"""A recipe of the checkout that it is in, for Conan 2: conan create packaging/conan --build=missing"""

import os
import re

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir

PARTS = ["CMakeLists.txt", "LICENSE", "README.md", "CHANGELOG.md", "include/*", "lib/*", "programs/*",
         "packaging/*"]


class CoppiceConan(ConanFile):
    name = "coppice"
    description = "Large-margin ensembles: kernel machines and ensembles of weak learners at once"
    license = "BSD-3-Clause"
    topics = ("machine-learning", "ensembles", "svm", "boosting")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False], "program": [True, False]}
    default_options = {"shared": False, "fPIC": True, "program": False}

    @property
    def _checkout(self):
        return os.path.join(self.recipe_folder, "..", "..")

    def set_version(self):
        text = load(self, os.path.join(self._checkout, "include", "coppice", "version.h"))
        self.version = self.version or re.search(r'COPPICE_VERSION "(.*)"', text).group(1)

    def export_sources(self):
        for part in PARTS:
            copy(self, part, src=self._checkout, dst=self.export_sources_folder)

    def configure(self):
        if self.options.shared:
            self.options.rm_safe("fPIC")

    def layout(self):
        cmake_layout(self)

    def requirements(self):
        self.requires("zlib/[>=1.2.11 <2]")
        # Nothing of them is in the header, and what is compiled of them is inside.
        self.requires("eigen/3.4.0", visible=False)
        self.requires("nlohmann_json/3.11.3", visible=False)
        if self.options.program:
            self.requires("cli11/2.3.2", visible=False)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["COPPICE_TESTS"] = False
        toolchain.cache_variables["COPPICE_PROGRAMS"] = bool(self.options.program)
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", src=self.source_folder, dst=os.path.join(self.package_folder, "licenses"))
        # Conan makes its own of these.
        rmdir(self, os.path.join(self.package_folder, "lib", "cmake"))
        rmdir(self, os.path.join(self.package_folder, "lib", "pkgconfig"))
        rmdir(self, os.path.join(self.package_folder, "share"))

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "coppice")
        self.cpp_info.set_property("cmake_target_name", "coppice::coppice")
        self.cpp_info.set_property("pkg_config_name", "coppice")
        self.cpp_info.libs = ["coppice"]
        if not self.options.shared:
            self.cpp_info.defines = ["COPPICE_STATIC"]
            self.cpp_info.system_libs = ["stdc++", "m", "dl", "pthread"]
