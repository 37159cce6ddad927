"""Build the extension with CMake, so that compiler flags stand in one place."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from wheel.bdist_wheel import bdist_wheel

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent


def version():
    text = (ROOT / "include/dashpot/version.h").read_text()
    return re.search(r'DP_VERSION_STRING "([0-9.]+)"', text).group(1)


class CMakeBuild(build_ext):
    def build_extension(self, extension):
        target = pathlib.Path(self.get_ext_fullpath(extension.name)).resolve().parent
        work = pathlib.Path(self.build_temp).resolve()
        generator = ["-G", "Ninja"] if shutil.which("ninja") else []
        options = os.environ.get("DASHPOT_CMAKE", "").split()
        subprocess.check_call(["cmake", "-S", HERE, "-B", work, *generator,
                               f"-DPython_EXECUTABLE={sys.executable}",
                               f"-DCMAKE_LIBRARY_OUTPUT_DIRECTORY={target}",
                               *(options or ["-DCMAKE_BUILD_TYPE=Release"])])
        subprocess.check_call(["cmake", "--build", work, "--parallel", str(os.cpu_count() or 1),
                               "--target", "_core"])

    def get_ext_filename(self, name):
        return name.replace(".", os.sep) + ".abi3.so"


class StableWheel(bdist_wheel):
    """One wheel for this and all later versions of Python."""

    def get_tag(self):
        _, _, platform = super().get_tag()
        return "cp311", "abi3", platform


setup(version=version(), ext_modules=[Extension("dashpot._core", [], py_limited_api=True)],
      cmdclass={"build_ext": CMakeBuild, "bdist_wheel": StableWheel})
