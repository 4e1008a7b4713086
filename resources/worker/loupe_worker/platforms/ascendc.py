# SPDX-License-Identifier: Apache-2.0
"""AscendC operator projects: a submission is a Python text that defines six strings.

msopgen makes a project from the operator's description; kernel, tiling and host code replace its
placeholders. build.sh makes an operator package, which is installed for this candidate alone. A
wheel binds it to torch; then the model's code runs."""

from __future__ import annotations

import glob
import json
import os
import shutil
import sys
import types
import zipfile
from typing import Any, Sequence

from loupe_worker import failures, loading
from loupe_worker.platforms import tools

TEXTS = (
    "project_json_src",
    "host_tiling_src",
    "host_operator_src",
    "kernel_src",
    "python_bind_src",
    "model_src",
)
_BINDING = "custom_ops_lib"

# Builds csrc/op.cpp with the extension that torch_npu documents for this purpose.
_SETUP = f"""\
import os
from setuptools import setup
import torch_npu
from torch.utils.cpp_extension import BuildExtension
from torch_npu.utils.cpp_extension import NpuExtension

home = os.path.dirname(os.path.abspath(torch_npu.__file__))
setup(
    name={_BINDING!r},
    version="1.0",
    ext_modules=[
        NpuExtension(
            name={_BINDING!r},
            sources=["csrc/op.cpp"],
            extra_compile_args=["-I" + os.path.join(home, "include", "third_party", "acl", "inc")],
        )
    ],
    cmdclass={{"build_ext": BuildExtension}},
)
"""


# Line of msopgen's op_kernel/CMakeLists.txt; options must be added before it.
_COMPILE = "add_kernels_compile()"


def load(
    source: str, file_name: str, folder: str, names: dict[str, Any],
    kernel_includes: Sequence[str] = (),
) -> types.ModuleType:  # fmt: skip
    """Builds the operator and its binding, and runs the model's code. `kernel_includes`: folders on
    the include path of the kernels."""
    module: types.ModuleType = loading.load_module(source, file_name, folder, names)
    texts = _texts(module)
    project = _generate(texts, folder)
    _fill(texts, project)
    _include(kernel_includes, project)
    package = _build(project, folder)
    # CANN searches this folder for custom operators and the operator's library.
    os.environ["ASCEND_CUSTOM_OPP_PATH"] = package
    _bind(texts["python_bind_src"], project, package, folder)
    loading.execute_in(module, texts["model_src"], file_name + ":model_src")
    return module


def _texts(module: types.ModuleType) -> dict[str, str]:
    missing = [name for name in TEXTS if type(module.__dict__.get(name)) is not str]
    if missing:
        raise failures.Failure(failures.MISSING, "it defines no text " + ", ".join(missing))
    return {name: module.__dict__[name] for name in TEXTS}


def operator_name(description: str) -> str:
    """Returns the operator that msopgen's JSON describes: "AddCustom"."""
    try:
        operators = json.loads(description)
        name = operators[0]["op"]
    except (ValueError, LookupError, TypeError):
        raise failures.Failure(
            failures.BUILD, 'project_json_src is not a JSON list whose first element has an "op"'
        ) from None
    if type(name) is not str or not name.isidentifier():
        raise failures.Failure(failures.BUILD, f"{name!r} is no name for an operator")
    return name


def _generate(texts: dict[str, str], folder: str) -> str:
    name = operator_name(texts["project_json_src"])
    description = tools.write(folder, f"{name}.json", texts["project_json_src"])
    project = os.path.join(folder, name)
    shutil.rmtree(project, ignore_errors=True)
    unit = f"ai_core-{tools.ascend_chip()}"
    tools.run(
        ["msopgen", "gen", "-i", description, "-c", unit, "-lan", "cpp", "-out", project], folder
    )
    return project


def _fill(texts: dict[str, str], project: str) -> None:
    """Replaces msopgen's placeholders with the submitted code."""
    kernels = glob.glob(os.path.join(project, "op_kernel", "*.cpp"))
    if len(kernels) != 1:
        raise failures.Failure(
            failures.BUILD, f"msopgen left {len(kernels)} kernels to write; one was expected"
        )
    name = os.path.splitext(os.path.basename(kernels[0]))[0]
    tiling = glob.glob(os.path.join(project, "op_*", f"{name}_tiling.h"))
    place = os.path.relpath(tiling[0], project) if tiling else f"op_host/{name}_tiling.h"
    tools.write(project, place, texts["host_tiling_src"])
    tools.write(project, f"op_host/{name}.cpp", texts["host_operator_src"])
    tools.write(project, f"op_kernel/{name}.cpp", texts["kernel_src"])


def _include(folders: Sequence[str], project: str) -> None:
    if not folders:
        return
    options = "".join(f"add_ops_compile_options(ALL OPTIONS -I{each})\n" for each in folders)
    path = os.path.join(project, "op_kernel", "CMakeLists.txt")
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except OSError:
        raise failures.Failure(
            failures.BUILD, "msopgen left no op_kernel/CMakeLists.txt to add an include path to"
        ) from None
    before, found, after = text.partition(_COMPILE)
    whole = before + options + found + after if found else text.rstrip() + "\n" + options
    tools.write(project, "op_kernel/CMakeLists.txt", whole)


def _build(project: str, folder: str) -> str:
    """Builds and installs the operator package; returns the folder it was installed in."""
    tools.run(["bash", "./build.sh"], project)
    packages = sorted(glob.glob(os.path.join(project, "build_out", "custom_opp_*.run")))
    if not packages:
        raise failures.Failure(failures.BUILD, "build.sh made no build_out/custom_opp_*.run")
    target = os.path.join(folder, "opp")
    os.makedirs(target, exist_ok=True)
    os.chmod(packages[0], 0o755)
    tools.run([packages[0], "--quiet", f"--install-path={target}"], project)
    vendors = sorted(glob.glob(os.path.join(target, "vendors", "*", "")))
    if not vendors:
        raise failures.Failure(failures.BUILD, "the operator package installed nothing")
    return vendors[0].rstrip("/")


def _bind(binding: str, project: str, package: str, folder: str) -> None:
    """Builds the wheel and unpacks it, because installing it would change the user's Python."""
    extension = os.path.join(project, "CppExtension")
    tools.write(extension, "csrc/op.cpp", binding)
    tools.write(extension, "setup.py", _SETUP)
    library = os.path.join(package, "op_api", "lib")
    paths = [library, os.environ.get("LD_LIBRARY_PATH", "")]
    variables = {"LD_LIBRARY_PATH": ":".join(path for path in paths if path)}
    tools.run([sys.executable, "setup.py", "bdist_wheel"], extension, variables)
    wheels = glob.glob(os.path.join(extension, "dist", "*.whl"))
    if len(wheels) != 1:
        raise failures.Failure(failures.BUILD, f"the binding made {len(wheels)} wheels")
    site = os.path.join(folder, "site")
    with zipfile.ZipFile(wheels[0]) as wheel:
        wheel.extractall(site)
    sys.path.insert(0, site)
