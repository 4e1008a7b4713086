# SPDX-License-Identifier: Apache-2.0
"""AscendC kernels that a pybind11 module launches directly, submitted as one JSON object.

CMake uses two compilers: bisheng for the kernels, which hold code for the host and for the chip,
and the system's for the binding, which includes torch's headers."""

from __future__ import annotations

import importlib
import os
import sys
import sysconfig
import types
from typing import Any

from loupe_worker import loading
from loupe_worker.platforms import tools
from loupe_worker.platforms.directlaunchproject import Project, parse

# bisheng's name for the architecture of each chip; Ascend's documentation of --npu-arch lists them.
_ARCHITECTURES = (
    ("Ascend310P", "dav-2002"),
    ("Ascend910B", "dav-2201"),
    ("Ascend910_93", "dav-2201"),
)
_LATEST = "dav-2201"


def load(source: str, file_name: str, folder: str, names: dict[str, Any]) -> types.ModuleType:
    """Builds the module that the model imports, and loads the model."""
    project = parse(source)
    root = os.path.join(folder, "project")
    for path, text in project.files.items():
        tools.write(root, path, text)
    built = os.path.join(root, project.build_folder)
    os.makedirs(built, exist_ok=True)
    tools.write(folder, "cmake/CMakeLists.txt", cmake_lists(project, root, tools.ascend_chip()))
    lists = os.path.join(folder, "cmake")
    tools.run(["cmake", "-S", lists, "-B", built, "-DCMAKE_BUILD_TYPE=Debug"], root)
    tools.run(["cmake", "--build", built, "-j", tools.jobs()], root)
    importlib.invalidate_caches()
    model = os.path.join(root, project.model_file)
    sys.path[:0] = [built, os.path.dirname(model)]
    module = types.ModuleType(loading.safe_name(project.model_file))
    module.__dict__.update(names)
    module.__dict__["__file__"] = model
    sys.modules[module.__name__] = module
    loading.execute_in(module, project.files[project.model_file], project.model_file)
    # The task uses this name.
    if project.model_class in module.__dict__:
        module.__dict__["ModelNew"] = module.__dict__[project.model_class]
    return module


def architecture(chip: str) -> str:
    """Returns bisheng's name for the chip's architecture."""
    return next((name for start, name in _ARCHITECTURES if chip.startswith(start)), _LATEST)


def cmake_lists(project: Project, root: str, chip: str) -> str:
    """Returns the CMakeLists.txt that builds the project's module."""
    import torch.utils.cpp_extension as extension

    home = os.environ.get("ASCEND_HOME_PATH", "/usr/local/Ascend/ascend-toolkit/latest")
    npu = sys.modules.get("torch_npu")
    torch_npu = os.path.dirname(os.path.abspath(str(npu.__file__))) if npu is not None else ""
    includes = [os.path.join(root, path) for path in project.include_folders]
    includes += sorted({os.path.dirname(os.path.join(root, path)) for path in project.files})
    includes.append(os.path.join(home, "include"))
    # torch ships pybind11's headers.
    binding_includes = [*includes, *extension.include_paths(), sysconfig.get_paths()["include"]]
    libraries = [os.path.join(home, "lib64"), *extension.library_paths()]
    needed = ["ascendcl", "runtime", "c10", "torch", "torch_cpu", "torch_python"]
    if torch_npu:
        binding_includes.append(os.path.join(torch_npu, "include"))
        libraries.append(os.path.join(torch_npu, "lib"))
        needed.append("torch_npu")
    rules, objects = _kernel_rules(project, root, includes, architecture(chip))
    bindings = _quoted(os.path.join(root, path) for path in project.bindings)
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    return f"""\
cmake_minimum_required(VERSION 3.16)
project(direct_launch LANGUAGES CXX)
{rules}
add_library({project.module_name} MODULE {bindings} {objects})
set_target_properties({project.module_name} PROPERTIES PREFIX "" SUFFIX "{suffix}"
    CXX_STANDARD 17 POSITION_INDEPENDENT_CODE ON LIBRARY_OUTPUT_DIRECTORY "${{CMAKE_BINARY_DIR}}")
target_compile_definitions({project.module_name} PRIVATE
    TORCH_EXTENSION_NAME={project.module_name})
target_include_directories({project.module_name} PRIVATE {_quoted(binding_includes)})
target_link_directories({project.module_name} PRIVATE {_quoted(libraries)})
target_link_libraries({project.module_name} PRIVATE {" ".join(needed)})
"""


def _kernel_rules(project: Project, root: str, includes: list[str], arch: str) -> tuple[str, str]:
    """Returns CMake's rules that make an object of each kernel, and the objects."""
    rules, objects = [], []
    flags = _quoted(f"-I{folder}" for folder in includes)
    for number, path in enumerate(project.kernels):
        made = f"${{CMAKE_BINARY_DIR}}/kernel{number}.o"
        source = os.path.join(root, path)
        rules.append(f"""\
add_custom_command(OUTPUT "{made}" DEPENDS {_quoted([source])}
    COMMAND bisheng -xcce -fPIC -O2 -std=c++17 --npu-arch={arch} {flags}
        -c {_quoted([source])} -o "{made}" VERBATIM)
""")
        objects.append(f'"{made}"')
    return "".join(rules), " ".join(objects)


def _quoted(paths: Any) -> str:
    """Quotes texts as literal CMake arguments."""
    shown = []
    for path in paths:
        escaped = path.replace("\\", "\\\\").replace('"', '\\"').replace("$", "\\$")
        shown.append(f'"{escaped}"')
    return " ".join(shown)
