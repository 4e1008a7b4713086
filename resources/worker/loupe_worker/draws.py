# SPDX-License-Identifier: Apache-2.0
"""Draws torch's uniform numbers on the processor, bit for bit, ten times as fast. `rand` and
`uniform_` of contiguous float32 use a library of ours, everything else uses torch. The generator
ends in the state that torch would leave. The library is compared with torch when a process first
draws, and for each task when its inputs are first drawn by this torch."""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import math
import os
import random
import select
import signal
import sys
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable, Iterator

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from loupe_worker import sparse
from loupe_worker.compileroff import compiler_off
from loupe_worker.values import tensors_in

_VERSION = 1
KINDS = ("sse2", "avx2", "avx512")
_STATE_BYTES = 5056
_LONGEST_SECONDS = 120.0
_PART_BYTES = 64 << 20
_DIGESTERS = 4

Make = Callable[[], Any]


class Library:
    """The library at a path; raises OSError or ValueError if it is missing or unsuitable."""

    def __init__(self, path: str) -> None:
        # PyDLL keeps the interpreter's lock, so that no other thread draws meanwhile.
        self._library = ctypes.PyDLL(path)
        version = self._library.kloupe_draws_version()
        if version != _VERSION:
            raise ValueError(f"it is of version {version}, not {_VERSION}")
        self._uniform = self._library.kloupe_draws_uniform
        self._uniform.restype = ctypes.c_int
        self._uniform.argtypes = [
            ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_float,
            ctypes.c_float,
        ]  # fmt: skip
        self._kind = int(self._library.kloupe_draws_best())

    @property
    def kind(self) -> str:
        """Returns the instruction set used on this processor."""
        return KINDS[self._kind]

    def fill(
        self, value: torch.Tensor, low: float, high: float, generator: torch.Generator,
        kind: int | None = None,
    ) -> bool:  # fmt: skip
        """Works like value.uniform_(low, high, generator=generator) for a contiguous float32
        tensor. Returns False if the library cannot."""
        state = generator.get_state()
        if state.numel() != _STATE_BYTES:
            return False
        start = ctypes.c_float(low).value
        span = ctypes.c_float(ctypes.c_float(high).value - start).value
        done = self._uniform(
            self._kind if kind is None else kind, state.data_ptr(), value.data_ptr(),
            value.numel(), start, span,
        )  # fmt: skip
        if done:
            generator.set_state(state)
        return bool(done)


class _Mode(TorchDispatchMode):
    """Handles the draws that the library can make."""

    def __init__(self, library: Library) -> None:
        super().__init__()
        self._library = library

    def __torch_dispatch__(
        self, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        given = kwargs or {}
        if func is torch.ops.aten.rand.default and _is_plain_rand(args[0], given):
            made = torch.empty(args[0], dtype=torch.float32, device="cpu")
            if self._library.fill(made, 0.0, 1.0, torch.default_generator):
                return made
        elif func is torch.ops.aten.uniform_.default:
            low, high = (tuple(args[1:]) + (0.0, 1.0)[len(args) - 1 :])[:2]
            low, high = given.get("from", low), given.get("to", high)
            generator = given.get("generator") or torch.default_generator
            if _is_plain(args[0], low, high) and self._library.fill(args[0], low, high, generator):
                return args[0]
        return func(*args, **given)


def _is_plain_rand(size: Any, given: dict[str, Any]) -> bool:
    dtype = given.get("dtype") or torch.get_default_dtype()
    return (
        dtype is torch.float32
        and str(given.get("device") or "cpu") == "cpu"
        and given.get("layout") in (None, torch.strided)
        and not given.get("pin_memory")
        and all(type(extent) is int and extent >= 0 for extent in size)
    )


def _is_plain(value: torch.Tensor, low: float, high: float) -> bool:
    return (
        type(value) in (torch.Tensor, torch.nn.Parameter)
        and value.dtype is torch.float32
        and value.device.type == "cpu"
        and value.layout is torch.strided
        and value.is_contiguous()
        and math.isfinite(low) and math.isfinite(high) and low <= high
        and high - low <= torch.finfo(torch.float32).max
    )  # fmt: skip


def difference(library: Library) -> str:
    """Returns how the library differs from torch on this processor; empty if it does not."""
    own, theirs = torch.Generator(), torch.Generator()
    for seed in (0, 42, 2**32 + 7, 2**59 + 12345):
        own.manual_seed(seed)
        theirs.manual_seed(seed)
        # Around the edges of blocks of 624 words, each from the state that the previous one left.
        for count in (0, 1, 15, 16, 17, 622, 623, 624, 625, 1248, 3, 4001):
            for low, high in ((0.0, 1.0), (-0.3125, 0.7), (1e-3, 17.0)):
                wanted, got = torch.empty(count), torch.empty(count)
                wanted.uniform_(low, high, generator=theirs)
                if not library.fill(got, low, high, own):
                    return "it cannot read the state of this torch's generator"
                if not torch.equal(wanted.view(torch.int32), got.view(torch.int32)):
                    return f"{count} numbers from {low} to {high} with the seed {seed} differ"
            follow = [
                torch.randint(0, 1000, (7,), generator=each).tolist()
                + torch.randn(33, generator=each).tolist()
                for each in (own, theirs)
            ]
            if follow[0] != follow[1]:
                return f"what torch draws behind {count} numbers with the seed {seed} differs"
    return ""


class Draws:
    """Draws of one task."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._library: Library | None = None
        self._is_asked = False
        self.problem = ""  # why torch draws everything itself

    @property
    def kind(self) -> str:
        return self._library.kind if self._library is not None else ""

    def drawn(self, make: Make, is_known: bool) -> tuple[Any, str]:
        """Returns the result of `make`, and how it was drawn. "torch", "fast", "same" (compared
        with torch, unless it is known), or "differs: …" (drawn by torch, as everything from now
        on)."""
        library = self._usable()
        if library is None:
            return make(), "torch"
        if is_known:
            with _Mode(library):
                return make(), "fast"
        before = stand()
        beside = _Beside(make, before)
        problem, value = self._compared(library, make, beside)
        if not problem:
            return value, "same"
        del value
        put_back(before)
        made = make()  # a failure here is the task's
        self._library, self.problem = None, problem
        return made, "differs: " + problem

    @staticmethod
    def _compared(library: Library, make: Make, beside: _Beside) -> tuple[str, Any]:
        with beside:
            try:
                with _Mode(library):
                    value = make()
            except Exception as error:
                return f"{type(error).__name__}: {error}"[:300], None
            return beside.differs_from(value), value

    def _usable(self) -> Library | None:
        if not self._is_asked:
            self._is_asked = True
            try:
                self._library = Library(self._path) if self._path else None
                self.problem = "" if self._path else "there is no library for it"
            except (OSError, ValueError, AttributeError) as error:
                self.problem = str(error)
        if self._library is not None and not self.problem:
            # Once for each process: a few milliseconds.
            self.problem = _asked_once(self._path, self._library)
        return self._library if not self.problem else None


_found: dict[str, str] = {}


def _asked_once(path: str, library: Library) -> str:
    if path not in _found:
        _found[path] = difference(library)
        with compiler_off(), _Mode(library):  # torch queries its compiler only once
            torch.zeros(2).uniform_(generator=torch.Generator())
    return _found[path]


class _Beside:
    """A process that makes the same with torch alone, from the same state."""

    def __init__(self, make: Make, before: list[Any]) -> None:
        self._child = 0
        self._numbers = None if before[2] is None else sys.modules["numpy.random"]
        self._reading, writing = os.pipe()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about forking a process with threads
            try:
                self._child = os.fork()
            except OSError:
                os.close(writing)
                return
        if self._child == 0:
            with contextlib.suppress(BaseException):
                torch.set_num_threads(1)  # the parent's threads are not here
                put_back(before)  # Python reseeds its own generator after a fork
                os.write(writing, digest_of(make(), self._numbers).encode())
            os._exit(0)
        os.close(writing)

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: Any) -> None:
        os.close(self._reading)
        if self._child:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._child, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(self._child, 0)

    def differs_from(self, value: Any) -> str:
        """Returns why its result differs from the value, given the generators' current states."""
        own = digest_of(value, self._numbers)
        theirs = self._digest()
        if not theirs:
            return "it could not be compared with torch"
        return "" if theirs == own else "torch gives other bits"

    def _digest(self) -> str:
        text = b""
        deadline = time.monotonic() + _LONGEST_SECONDS
        while True:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self._reading], [], [], left)[0]:
                return ""
            part = os.read(self._reading, 1024)
            if not part:
                return text.decode()
            text += part


def digest_of(value: Any, numbers: Any = None) -> str:
    """Returns the digest of the bits of a value's tensors, or of a module's state, and of the next
    draws. Includes numpy's generator if `numbers` is set."""
    digest = hashlib.sha256()
    held = dict(value.state_dict()) if isinstance(value, torch.nn.Module) else value
    for path, tensor in tensors_in(held):
        for each in sparse.parts(tensor) if sparse.is_sparse(tensor) else [tensor]:
            plain = each.detach().contiguous()
            size = plain.numel() * plain.element_size()
            digest.update(f"{path} {plain.dtype} {tuple(plain.shape)} ".encode())
            for part in _digests(plain.data_ptr(), size):
                digest.update(part)
    generator = torch.Generator()
    generator.set_state(torch.get_rng_state())
    digest.update(repr(torch.randint(0, 2**31, (700,), generator=generator).tolist()).encode())
    digest.update(repr(random.getstate()).encode())
    if numbers is not None:
        digest.update(repr(numbers.get_state()).encode())
    return digest.hexdigest()


def _digests(address: int, size: int) -> list[bytes]:
    """Digests consecutive parts of the memory, several at a time. One core would need as long for
    gigabytes as torch needs to draw them."""

    def of_part(begin: int) -> bytes:
        held = ctypes.c_char * min(_PART_BYTES, size - begin)
        return hashlib.sha256(held.from_address(address + begin)).digest()

    begins = range(0, size, _PART_BYTES)
    if len(begins) < 2:
        return [of_part(begin) for begin in begins]
    with ThreadPoolExecutor(_DIGESTERS) as pool:
        return list(pool.map(of_part, begins))


def stand() -> list[Any]:
    """Returns the states of the generators of torch, Python and numpy."""
    numbers = sys.modules.get("numpy.random")
    return [
        torch.get_rng_state(), random.getstate(), None if numbers is None else numbers.get_state()
    ]  # fmt: skip


def put_back(before: list[Any]) -> None:
    """Restores the generators' states."""
    torch.set_rng_state(before[0])
    random.setstate(before[1])
    if before[2] is not None:
        sys.modules["numpy.random"].set_state(before[2])
