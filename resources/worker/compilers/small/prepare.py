# SPDX-License-Identifier: Apache-2.0
"""Compiles what stands behind small.h for the interpreter that runs this, all sources at once:
whoever links waits for them.

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
sys.path.insert(0, _HERE)
import declarations  # noqa: E402: a bare interpreter does not look beside the script

_SOURCES = ("small.cpp", "torchpython.cpp", "smallbind.cpp", "smallconvert.cpp")


def torch_folder() -> str:
    found = importlib.util.find_spec("torch")
    if found is None or not found.submodule_search_locations:
        sys.exit("there is no torch")
    return found.submodule_search_locations[0]


def options(torch: str, cuda: str, folder: str) -> list[str]:
    """Of the compiler, the same for all sources; `folder` has the headers of write_headers()."""
    given = ["-c", "-fPIC", "-O1", "-std=" + declarations.language(torch), "-DAT_PER_OPERATOR_HEADERS",
             *declarations.abi(torch), "-I" + _HERE, "-I" + folder, "-isystem", os.path.join(torch, "include"),
             "-isystem", sysconfig.get_paths()["include"]]  # fmt: skip
    if cuda:
        given += ["-DKLOUPE_SMALL_CUDA", "-isystem", os.path.join(cuda, "include")]
    return given


def link_call(
    compiler: str, torch: str, cuda: str, objects: list[str], library: str
) -> list[str]:
    libraries = ["c10", "torch_cpu", "torch", "torch_python", *(["c10_cuda"] if cuda else [])]
    return [compiler, "-shared", *objects, "-o", library,
            "-L" + os.path.join(torch, "lib"), *("-l" + name for name in libraries)]  # fmt: skip


def write_headers(torch: str, folder: str) -> None:
    """What the sources include of this torch's own declarations."""
    include = os.path.join(torch, "include")
    try:
        headers = {"declarations.h": declarations.tensor_header(include),
                   "words.h": declarations.words_header(include)}  # fmt: skip
    except (KeyError, OSError) as error:
        sys.exit(f"this torch's headers do not have what the small interface needs: {error}")
    for name, text in headers.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)


def main(compiler: str, cuda: str, library: str) -> int:
    torch = torch_folder()
    with tempfile.TemporaryDirectory(prefix="small") as folder:
        write_headers(torch, folder)
        objects = [os.path.join(folder, source + ".o") for source in _SOURCES]
        given = options(torch, cuda, folder)
        running = [
            subprocess.Popen([compiler, *given, os.path.join(_HERE, source), "-o", made])
            for source, made in zip(_SOURCES, objects)
        ]
        codes = [each.wait() for each in running]
        if any(codes):
            return max(map(abs, codes))
        call = link_call(compiler, torch, cuda, objects, library)
        return subprocess.run(call, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
