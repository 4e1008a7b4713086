# SPDX-License-Identifier: Apache-2.0
"""Compiles small.cpp, what stands behind small.h, for the interpreter that runs this.

prepare.py COMPILER CUDA_FOLDER LIBRARY; CUDA_FOLDER is "" for a torch without CUDA. Ends with the
compiler's code. Torch is found, but not imported.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import sysconfig


def torch_folder() -> str:
    found = importlib.util.find_spec("torch")
    if found is None or not found.submodule_search_locations:
        sys.exit("there is no torch")
    return found.submodule_search_locations[0]


def command(compiler: str, cuda: str, library: str) -> list[str]:
    here = os.path.dirname(os.path.abspath(__file__))
    torch = torch_folder()
    include = os.path.join(torch, "include")
    libraries = ["c10", "torch_cpu", "torch", "torch_python"]
    call = [compiler, "-shared", "-fPIC", "-O1", "-std=c++20", "-DAT_PER_OPERATOR_HEADERS",
            os.path.join(here, "small.cpp"), "-o", library, "-I" + here,
            "-isystem", include,
            "-isystem", os.path.join(include, "torch", "csrc", "api", "include"),
            "-isystem", sysconfig.get_paths()["include"]]  # fmt: skip
    if cuda:
        call += ["-DKLOUPE_SMALL_CUDA", "-isystem", os.path.join(cuda, "include")]
        libraries.append("c10_cuda")
    return [*call, "-L" + os.path.join(torch, "lib"), *("-l" + name for name in libraries)]


if __name__ == "__main__":
    sys.exit(subprocess.run(command(*sys.argv[1:]), check=False).returncode)
