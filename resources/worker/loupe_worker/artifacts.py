# SPDX-License-Identifier: Apache-2.0
"""Packs what a source has compiled as bytes with which a later process of the same source starts.

torch's extensions are packed with the sources they were built from, and used again only if the
candidate requests the same ones. A compiler's refusal is handled in the same way. Triton's cache
names its entries by their content."""

from __future__ import annotations

import base64
import contextlib
import io
import json
import os
import re
import sys
import tarfile
import zlib
from typing import Any, Callable, Iterable

from loupe_worker.failures import bounded

# Larger output is built anew. References that tune themselves compile a variant of each kernel for
# each choice, but they come from a suite and not from a model.
_MOST_BYTES = 24 << 20
_MOST_BYTES_OF_A_REFERENCE = 192 << 20
_VARIABLES = {
    "extensions": "TORCH_EXTENSIONS_DIR",
    "inductor": "TORCHINDUCTOR_CACHE_DIR",
    "triton": "TRITON_CACHE_DIR",
}
_SOURCES = (".cu", ".cpp")

# What Triton's tuning chose. Other processes were on the machine, so only processes that are never
# timed use it again; the engine sets Triton's variable for them. A timed process tunes anew.
_TUNED = ".autotune.json"
_USES_TUNED = "TRITON_CACHE_AUTOTUNING"

# Records a failed build in its folder if the compiler refused the source. Failures of the machine
# (memory, disk, missing files) are not recorded.
_REFUSAL = "refused.json"
_OF_THE_SOURCE = re.compile(r"\berror\s*:")
_OF_THE_MACHINE = re.compile(
    r"Killed|signal|[Nn]o space left|quota exceeded|Read-only file system|[Oo]ut of memory"
    r"|[Cc]annot allocate|[Rr]esource temporarily|No such file|not found|cannot find|unable to find"
    r"|cannot open source file|cannot execute|[Cc]ould not find|FileNotFoundError"
)
_LONGEST_OUTPUT = 48 << 10


def _folder(kind: str) -> str:
    return os.environ.get(_VARIABLES[kind], "")


def _files(kind: str) -> dict[str, str]:
    """Returns the paths of files worth caching, by their name in the archive."""
    top = _folder(kind)
    found = {}
    for folder, _, names in os.walk(top) if top else ():
        for name in names:
            path = os.path.join(folder, name)
            wanted = kind != "extensions" or name.endswith((".so", _REFUSAL, *_SOURCES))
            wanted = wanted and not name.endswith(".lock")
            if wanted and os.path.isfile(path) and not os.path.islink(path):
                found[f"{kind}/{os.path.relpath(path, top)}"] = path
    return found


class Artifacts:
    """Artifacts that one child received, and what it has built in addition."""

    def __init__(self) -> None:
        self._known: set[str] = set()
        # Output of the last build that failed, until one succeeds. The candidate may have caught
        # the exception, and fail later because the result is missing.
        self.failed_build = ""

    def watch(self, source: str, written: Iterable[str] = ()) -> None:
        """Records compilers' refusals from now on. `written` are the paths of a submission's own
        files."""
        if "cpp_extension" in source or "torch.utils.cpp_extension" in sys.modules:
            with contextlib.suppress(ImportError):  # the candidate will notice
                _reuse_builds(self._known, written, self._note)

    def restore(self, encoded: str, written: Iterable[str] = ()) -> None:
        """Restores what an earlier child of the same source packed. `written` are the paths of a
        submission's own files, which are the same as in that child."""
        self._known |= _unpack(encoded, ("extensions", "triton"))
        _reuse_builds(self._known, written, self._note)

    def _note(self, output: str) -> None:
        self.failed_build = bounded(output, _LONGEST_OUTPUT)

    def pack(self) -> str | None:
        """Returns everything that was built; None if that is nothing new or too large."""
        files = {**_files("extensions"), **_files("triton")}
        has_library = any(
            name.endswith((".so", _REFUSAL)) or name.startswith("triton/") for name in files
        )
        if not has_library or set(files) <= self._known:
            return None
        packed = _packed(files)
        if packed is not None:
            self._known = set(files)
        return packed


class CompiledForm:
    """Output of torch.compile or Triton for a reference. Their caches, too, name entries by their
    content."""

    _KINDS = ("inductor", "triton")

    def __init__(self, encoded: str) -> None:
        """Restores what an earlier child of the same reference packed. Unreadable entries are
        compiled anew."""
        self._known: set[str] = set()
        self._left_out = () if os.environ.get(_USES_TUNED) == "1" else (_TUNED,)
        if encoded:
            with contextlib.suppress(OSError, EOFError, ValueError, tarfile.TarError, zlib.error):
                self._known = _unpack(encoded, self._KINDS, self._left_out)

    def pack(self) -> str | None:
        """Returns everything that was compiled; None if that is nothing new or too large."""
        files = {
            name: path
            for kind in self._KINDS
            for name, path in _files(kind).items()
            if not name.endswith(self._left_out)
        }
        return None if set(files) <= self._known else _packed(files, _MOST_BYTES_OF_A_REFERENCE)


def _unpack(encoded: str, kinds: tuple[str, ...], left_out: tuple[str, ...] = ()) -> set[str]:
    """Writes files of these kinds to where they were built; returns their names in the archive.
    Leaves out names with one of the endings `left_out`."""
    written = set()
    with tarfile.open(fileobj=io.BytesIO(base64.b64decode(encoded)), mode="r:gz") as archive:
        for member in archive.getmembers():
            kind, _, name = member.name.partition("/")
            top = _folder(kind) if kind in kinds else ""
            file = archive.extractfile(member) if member.isfile() else None
            if not top or file is None or ".." in name.split("/") or name.endswith(left_out):
                continue
            path = os.path.join(top, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as target:
                target.write(file.read())
            written.add(member.name)
    return written


def _packed(files: dict[str, str], most: int = _MOST_BYTES) -> str | None:
    """Returns the files packed by name; None if they are too large."""
    if sum(os.path.getsize(path) for path in files.values()) > most:
        return None
    memory = io.BytesIO()
    with tarfile.open(fileobj=memory, mode="w:gz", compresslevel=1) as archive:
        for name, path in sorted(files.items()):
            archive.add(path, name, recursive=False)
    return base64.b64encode(memory.getvalue()).decode()


def _reuse_builds(
    known: set[str], written: Iterable[str], note: Callable[[str], None]
) -> None:
    """Makes torch load a restored library instead of building it, or fail as before, if its sources
    and the submission's own files (headers) are the same. Also records what a compiler refuses. `note` gets the output of each failed build,
    and an empty text for one that succeeds."""
    from torch.utils import cpp_extension

    real: Callable[..., Any] = cpp_extension._write_ninja_file_and_build_library
    top = _folder("extensions")
    own = {os.path.realpath(path): _content(path) for path in written}
    before = dict(own)
    for name in known:
        path = os.path.join(top, name.partition("/")[2])
        if name.startswith("extensions/") and name.endswith(_SOURCES):
            before[os.path.realpath(path)] = _content(path)

    def is_restored(file: str, sources: list[str]) -> bool:
        return "extensions/" + os.path.relpath(file, top) in known and all(
            os.path.isfile(path) and before.get(os.path.realpath(path)) == _content(path)
            for path in (*sources, *own)
        )

    def build(*args: Any, **kwargs: Any) -> Any:
        named = dict(zip(("name", "sources"), args)) | kwargs
        folder = named.get("build_directory")
        if folder is None:
            return real(*args, **kwargs)
        sources = list(named["sources"])
        library = os.path.join(folder, named["name"] + ".so")
        refusal = os.path.join(folder, _REFUSAL)
        if is_restored(library, sources):
            print(f"{named['name']}: built before", file=sys.stderr)
            return None
        if is_restored(refusal, sources):
            with open(refusal, encoding="utf-8") as file:
                raise RuntimeError(json.load(file)["message"])
        try:
            built = real(*args, **kwargs)
        except Exception as error:
            message = str(error)
            note(message)
            is_of_source = _OF_THE_SOURCE.search(message) and not _OF_THE_MACHINE.search(message)
            if is_of_source and isinstance(error, RuntimeError):
                with open(refusal, "w", encoding="utf-8") as file:
                    json.dump({"message": message}, file)
            raise
        note("")
        return built

    cpp_extension._write_ninja_file_and_build_library = build
    cpp_extension._run_ninja_build = _telling(cpp_extension._run_ninja_build)


def _telling(run: Callable[..., Any]) -> Callable[..., Any]:
    """Wraps ninja so that an exception contains its output, even if a candidate requests a verbose
    build. torch then lets ninja print, and its own exception is empty."""

    def run_ninja_build(build_directory: str, verbose: bool, error_prefix: str) -> Any:
        try:
            return run(build_directory, False, error_prefix)
        except RuntimeError as error:
            if verbose:
                print(error, flush=True)
            raise

    return run_ninja_build


def _content(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()
