# SPDX-License-Identifier: Apache-2.0
"""Collects the texts that compilers generated for a candidate's kernels: Triton's from its cache,
those of torch's extensions from their libraries. Only reads what is there, and is called when
everything else is over."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from typing import Any

Entry = dict[str, Any]

_KINDS = ("ttir", "ttgir", "llir", "ptx", "amdgcn")
_MOST_KERNELS = 64
_MOST_LIBRARIES = 8
_LONGEST_TEXT = 4 << 20  # bytes
_MOST_TEXT = 8 << 20  # of all texts together
_TOOL_SECONDS = 8.0  # for all disassembly
_WITHOUT_TOOL = "not found with Triton, in CUDA_HOME or in PATH: %s (of the CUDA Toolkit)"

# Writes what a library holds for GPUs. nvdisasm reads one kernel file at a time, and cuobjdump
# names the files itself.
_UNPACK = """
"$CUOBJDUMP" -xelf all "$LIBRARY"; "$CUOBJDUMP" -xptx all "$LIBRARY"
"$CUOBJDUMP" -res-usage "$LIBRARY" > usage; c++filt < usage > readable
for file in *.cubin; do "$NVDISASM" -c -gi "$file"; done > sass
cat *.ptx > ptx
"""


class _Tools:
    """Programs of the CUDA Toolkit with a common time limit."""

    def __init__(self) -> None:
        self._deadline = time.monotonic() + _TOOL_SECONDS
        triton = getattr(sys.modules.get("triton"), "__file__", None)
        beside = os.path.join(os.path.dirname(triton), "backends/nvidia/bin") if triton else ""
        home = os.environ.get("CUDA_HOME", "/usr/local/cuda")
        self._folders = [beside, os.path.join(home, "bin"), *os.environ.get("PATH", "").split(":")]

    def find(self, name: str) -> str:
        """Returns the path of a program; empty if there is none."""
        return shutil.which(name, path=":".join(each for each in self._folders if each)) or ""

    def output(self, command: list[str], **options: Any) -> tuple[str, str]:
        """Returns a program's output, and why there is none."""
        left = self._deadline - time.monotonic()
        if left <= 0:
            return "", f"disassembling took longer than {_TOOL_SECONDS:.0f} s"
        with tempfile.TemporaryFile() as written:
            try:
                # A group of its own, so that what a shell has started ends with it.
                started = subprocess.Popen(
                    command, stdin=subprocess.DEVNULL, stdout=written, stderr=subprocess.DEVNULL,
                    start_new_session=True, **options,
                )  # fmt: skip
            except OSError as error:
                return "", f"{command[0]} cannot be run: {error}"
            try:
                code = started.wait(timeout=left)
            except subprocess.TimeoutExpired:
                os.killpg(started.pid, signal.SIGKILL)
                started.wait()
                return "", f"disassembling took longer than {_TOOL_SECONDS:.0f} s"
            written.seek(0)
            text = _decoded(written.read(_LONGEST_TEXT + 1))
        name = os.path.basename(command[0])
        return text, "" if text else f"{name} failed with exit code {code}"


def _decoded(content: bytes) -> str:
    """Returns the text, with one byte too many if it is cut, so that the engine notices."""
    return content[: _LONGEST_TEXT + 1].decode("utf-8", "replace")


def _read(path: str) -> str:
    with open(path, "rb") as file:
        return _decoded(file.read(_LONGEST_TEXT + 1))


def _entry(kernel: str, kind: str, text: str, note: str = "") -> Entry:
    return {
        "kernel": kernel, "kind": kind, "text": text, "registers": None, "local_bytes": None,
        "shared_bytes": None, "note": note,
    }  # fmt: skip


def collect() -> Entry:
    """Returns {texts: entries by kernel, libraries: [{ptx, sass, usage, readable, note}]}."""
    tools = _Tools()
    texts = _of_triton(os.environ.get("TRITON_CACHE_DIR", ""), tools)
    libraries = _of_extensions(os.environ.get("TORCH_EXTENSIONS_DIR", ""), tools)
    left = _MOST_TEXT
    for entry in [*texts, *libraries]:
        for kind in ("text", "ptx", "sass", "usage", "readable"):
            size = len(entry.get(kind, ""))
            if size > left:
                entry |= {kind: "", "note": f"left out: more than {_MOST_TEXT >> 20} MiB in all"}
            else:
                left -= size
    return {"texts": texts, "libraries": libraries}


# --- Triton --------------------------------------------------------------------------------------


def _of_triton(top: str, tools: _Tools) -> list[Entry]:
    loaded = _loaded_kernels()
    found = []
    for folder, metadata in _compiled(top):
        if not loaded or metadata.get("hash") in loaded:
            found.append((folder, metadata))
    entries: list[Entry] = []
    names: dict[str, int] = {}
    for folder, metadata in found[:_MOST_KERNELS]:
        name = str(metadata.get("name") or metadata["stem"])
        names[name] = names.get(name, 0) + 1
        # One kernel is compiled for each choice of its constants.
        shown = name if names[name] == 1 else f"{name} #{names[name]}"
        kernel = loaded.get(metadata.get("hash"))
        entries += _texts_of(folder, metadata, shown, kernel, tools)
    if len(found) > _MOST_KERNELS:
        note = f"{len(found) - _MOST_KERNELS} of {len(found)} compiled kernels are left out"
        entries.append(_entry("", "", "", note))
    return entries


def _compiled(top: str) -> list[tuple[str, Entry]]:
    """Returns each compiled kernel's folder and metadata, oldest first."""
    found = []
    for folder, _, names in os.walk(top) if top else ():
        for name in names:
            stem, extension = os.path.splitext(name)
            if extension != ".json" or stem.startswith("__grp__"):
                continue
            path = os.path.join(folder, name)
            try:
                metadata = json.loads(_read(path))
                when = os.stat(path).st_mtime
            except (OSError, ValueError):
                continue
            # Other files of this kind hold what tuning chose.
            if isinstance(metadata, dict) and "shared" in metadata and "num_warps" in metadata:
                found.append((when, folder, {**metadata, "stem": stem}))
    found.sort(key=lambda each: (each[0], each[1], each[2]["stem"]))
    return [(folder, metadata) for _, folder, metadata in found]


def _texts_of(
    folder: str, metadata: Entry, name: str, kernel: Any, tools: _Tools
) -> list[Entry]:
    stem = os.path.join(folder, metadata["stem"])
    entries = []
    for kind in _KINDS:
        if os.path.isfile(f"{stem}.{kind}"):
            entries.append(_entry(name, kind, _read(f"{stem}.{kind}")))
    if os.path.isfile(f"{stem}.cubin"):
        disassembler = tools.find("nvdisasm")
        text, note = "", _WITHOUT_TOOL % "nvdisasm"
        if disassembler:
            text, note = tools.output([disassembler, "-c", "-gi", f"{stem}.cubin"])
        entries.append(_entry(name, "sass", text, note))
    registers, spills = getattr(kernel, "n_regs", None), getattr(kernel, "n_spills", None)
    shared = metadata["shared"]
    for entry in entries:
        entry["shared_bytes"] = shared if type(shared) is int else None
        if type(registers) is int and registers > 0:
            entry["registers"] = registers
            # Triton counts words of four bytes.
            entry["local_bytes"] = 4 * spills if type(spills) is int else None
    return entries


def _loaded_kernels() -> dict[Any, Any]:
    """Returns the kernels of this process that are on the device, by the key of their compilation.
    Variants that were compiled and never loaded are not among them."""
    compiler = sys.modules.get("triton.compiler.compiler")
    kind = getattr(compiler, "CompiledKernel", None)
    if kind is None:
        return {}
    import gc

    kernels = [each for each in gc.get_objects() if type(each) is kind]
    return {
        each.hash: each
        for each in kernels
        if getattr(each, "module", None) is not None and isinstance(getattr(each, "hash", 0), str)
    }


# --- torch's extensions --------------------------------------------------------------------------


def _of_extensions(top: str, tools: _Tools) -> list[Entry]:
    libraries = []
    for folder, _, names in os.walk(top) if top else ():
        for name in sorted(names):
            path = os.path.join(folder, name)
            if name.endswith(".so") and os.path.isfile(path) and _has_kernels(path):
                libraries.append(path)
    return [_unpacked(path, tools) for path in sorted(libraries)[:_MOST_LIBRARIES]]


def _has_kernels(path: str) -> bool:
    """Returns whether nvcc has put code for a GPU into the library."""
    with open(path, "rb") as file:
        return b".nv_fatbin" in file.read()


def _unpacked(path: str, tools: _Tools) -> Entry:
    library: Entry = {"ptx": "", "sass": "", "usage": "", "readable": "", "note": ""}
    programs = {name: tools.find(name) for name in ("cuobjdump", "nvdisasm")}
    missing = [name for name, program in programs.items() if not program]
    if missing:
        return library | {"note": _WITHOUT_TOOL % " and ".join(missing)}
    with tempfile.TemporaryDirectory() as folder:
        variables = {name.upper(): program for name, program in programs.items()}
        _, note = tools.output(
            ["/bin/sh", "-c", _UNPACK + "echo done"],
            cwd=folder, env={**os.environ, **variables, "LIBRARY": path},
        )  # fmt: skip
        for kind in ("ptx", "sass", "usage", "readable"):
            written = os.path.join(folder, kind)
            if os.path.isfile(written):
                library[kind] = _read(written)
        library["note"] = note
    return library
