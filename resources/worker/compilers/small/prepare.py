# SPDX-License-Identifier: Apache-2.0
"""Compiles small.cpp and smallbind.cpp, what stands behind small.h, for the interpreter that runs
this, both at once: whoever links waits for them.

prepare.py COMPILER CUDA_FOLDER LIBRARY; CUDA_FOLDER is "" for a torch without CUDA. Ends with the
compiler's code. Torch is found, but not imported.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import sysconfig
import tempfile

_HERE = os.path.dirname(os.path.abspath(__file__))
_SOURCES = ("small.cpp", "smallbind.cpp")


def torch_folder() -> str:
    found = importlib.util.find_spec("torch")
    if found is None or not found.submodule_search_locations:
        sys.exit("there is no torch")
    return found.submodule_search_locations[0]


def compile_call(compiler: str, cuda: str, source: str, made: str) -> list[str]:
    include = os.path.join(torch_folder(), "include")
    call = [compiler, "-c", "-fPIC", "-O1", "-std=c++20", "-DAT_PER_OPERATOR_HEADERS",
            os.path.join(_HERE, source), "-o", made, "-I" + _HERE,
            "-isystem", include,
            "-isystem", os.path.join(include, "torch", "csrc", "api", "include"),
            "-isystem", sysconfig.get_paths()["include"]]  # fmt: skip
    if cuda:
        call += ["-DKLOUPE_SMALL_CUDA", "-isystem", os.path.join(cuda, "include")]
    return call


def link_call(compiler: str, cuda: str, objects: list[str], library: str) -> list[str]:
    libraries = ["c10", "torch_cpu", "torch", "torch_python", *(["c10_cuda"] if cuda else [])]
    return [compiler, "-shared", *objects, "-o", library,
            "-L" + os.path.join(torch_folder(), "lib"), *("-l" + name for name in libraries)]  # fmt: skip


def main(compiler: str, cuda: str, library: str) -> int:
    with tempfile.TemporaryDirectory(prefix="small") as folder:
        objects = [os.path.join(folder, source + ".o") for source in _SOURCES]
        running = [
            subprocess.Popen(compile_call(compiler, cuda, source, made))
            for source, made in zip(_SOURCES, objects)
        ]
        codes = [each.wait() for each in running]
        if any(codes):
            return max(map(abs, codes))
        return subprocess.run(link_call(compiler, cuda, objects, library), check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
