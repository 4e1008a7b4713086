# SPDX-License-Identifier: Apache-2.0
"""Parses a submitted direct-launch project: one JSON object with the texts of its files."""

from __future__ import annotations

import dataclasses
import json
import posixpath
import re
from typing import Any, NoReturn

from loupe_worker import failures

FORMAT = "0.1"
KIND = "ascendc_direct_launch"
_MODULE = re.compile(r"\bPYBIND11_MODULE\s*\(\s*([A-Za-z_]\w*)")
_SOURCES = (".cpp", ".cc", ".cxx")
_DEFAULT_MODULE = "benchmark_ops"


@dataclasses.dataclass(frozen=True)
class Project:
    """Files to write, and what to build from them. Paths are relative, with slashes."""

    files: dict[str, str]
    model_file: str
    model_class: str
    module_name: str
    bindings: list[str]
    kernels: list[str]
    include_folders: list[str]
    build_folder: str


def parse(text: str) -> Project:
    """Returns the project; raises a build failure that says what is wrong with it."""
    whole = _object(text)
    if whole.get("format_version") != FORMAT:
        _refuse(f'"format_version" is {whole.get("format_version")!r}; "{FORMAT}" is understood')
    build = whole.get("build")
    if type(build) is not dict or build.get("type") != KIND:
        _refuse(f'"build" must be an object with "type": "{KIND}"')
    files = _files(whole.get("sources"))
    model_file, model_class = _entry(whole, files)
    bindings = _listed(build, "binding_sources", files) or _find_bindings(files)
    kernels = _listed(build, "kernel_sources", files) or [
        path for path in files if path.endswith(_SOURCES) and path not in bindings
    ]
    if not kernels:
        _refuse("there is no kernel: no .cpp, .cc or .cxx besides the binding")
    folders = build.get("include_dirs", [])
    if type(folders) is not list:
        _refuse('"include_dirs" must be a list of folders')
    default = posixpath.join(posixpath.dirname(bindings[0]), "build")
    return Project(
        files=files,
        model_file=model_file,
        model_class=model_class,
        module_name=_module_name(build, bindings, files),
        bindings=bindings,
        kernels=kernels,
        include_folders=[_path(folder, '"include_dirs"') for folder in folders],
        build_folder=_path(build.get("build_dir", default), '"build_dir"'),
    )


def _refuse(reason: str) -> NoReturn:
    raise failures.Failure(failures.BUILD, f"the project cannot be used: {reason}")


def _object(text: str) -> dict[str, Any]:
    try:
        whole = json.loads(text, object_pairs_hook=_without_repetition)
    except ValueError as error:
        _refuse(f"it is not JSON: {error}")
    except RecursionError:
        _refuse("it is not JSON: nested too deep")
    if type(whole) is not dict:
        _refuse("it is not a JSON object")
    return whole


def _without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = [key for key, _ in pairs]
    repeated = next((key for key in keys if keys.count(key) > 1), None)
    if repeated is not None:
        _refuse(f"the key {repeated!r} stands twice in one object")
    return dict(pairs)


def _path(value: Any, where: str) -> str:
    if type(value) is not str or not value or "\0" in value:
        _refuse(f"{where} holds {value!r}, which is no path")
    parts = value.replace("\\", "/").split("/")
    if value.startswith(("/", "\\")) or re.match(r"[A-Za-z]:", value):
        _refuse(f"{where} holds {value!r}; paths must be relative")
    if ".." in parts:
        _refuse(f"{where} holds {value!r}; paths must not contain '..'")
    return posixpath.normpath("/".join(parts))


def _files(sources: Any) -> dict[str, str]:
    if type(sources) is not list or not sources:
        _refuse('"sources" must be a list of {"path", "content"}, not empty')
    files: dict[str, str] = {}
    for source in sources:
        if type(source) is not dict or type(source.get("content")) is not str:
            _refuse('each of "sources" needs a "path" and a "content", both texts')
        path = _path(source.get("path"), '"sources"')
        if path in files:
            _refuse(f'the path "{path}" stands twice in "sources"')
        files[path] = source["content"]
    return files


def _entry(whole: dict[str, Any], files: dict[str, str]) -> tuple[str, str]:
    entry = whole.get("entry")
    model = entry.get("model") if type(entry) is dict else None
    if type(model) is not str or model.count("::") != 1:
        _refuse('"entry" must name the model, as {"model": "ModelNew.py::ModelNew"}')
    file, kind = model.split("::")
    path = _path(file, '"entry"')
    if path not in files or not kind.isidentifier():
        _refuse(f'"entry" names "{model}", which is not among the sources')
    return path, kind


def _listed(build: dict[str, Any], key: str, files: dict[str, str]) -> list[str]:
    paths = build.get(key, [])
    if type(paths) is not list:
        _refuse(f'"{key}" must be a list of paths')
    checked = [_path(path, f'"{key}"') for path in paths]
    missing = next((path for path in checked if path not in files), None)
    if missing is not None:
        _refuse(f'"{key}" names "{missing}", which is not among the sources')
    return checked


def _find_bindings(files: dict[str, str]) -> list[str]:
    sources = [path for path in files if path.endswith(_SOURCES)]
    found = [path for path in sources if _MODULE.search(files[path])]
    found = found or [path for path in sources if posixpath.basename(path) == "pybind11.cpp"]
    if not found:
        _refuse("there is no binding: no source has PYBIND11_MODULE or is called pybind11.cpp")
    return found


def _module_name(build: dict[str, Any], bindings: list[str], files: dict[str, str]) -> str:
    told = build.get("module_name")
    if told is not None:
        if type(told) is not str or not told.isidentifier():
            _refuse(f'"module_name" is {told!r}, which is no name of a module')
        return told
    names = sorted({name for path in bindings for name in _MODULE.findall(files[path])})
    if len(names) > 1:
        _refuse("PYBIND11_MODULE names more than one module: " + ", ".join(names))
    return names[0] if names else _DEFAULT_MODULE
