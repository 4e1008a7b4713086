# SPDX-License-Identifier: Apache-2.0
"""Times calls: with each one's device activity recorded, between events, as do_bench, or not at
all.

Everything needed is looked up here before a candidate is loaded. Marks that end something wait for
the device in the injected library. A candidate that replaces torch's events, Python's clock or
synchronize therefore has no effect. It still shares the process, so the engine compares these times
with a clock of its own."""

from __future__ import annotations

import ctypes
import json
import os
import time
from typing import Any, Callable

import torch

from loupe_worker import devices, failures, recording
from loupe_worker.channel import Message
from loupe_worker.failures import Failure

# core/model/device/deviceactivity.h, ActivityMarker
_BLOCK, _CALL, _FLUSH = 1, 3, 5

# Constants of triton.testing.do_bench: bytes to flush, milliseconds to warm up and repeat.
_DO_BENCH_FLUSH = 256 << 20
_DO_BENCH_ESTIMATE = 5
_DO_BENCH_WARM_UP_MS = 25.0
_DO_BENCH_REPEAT_MS = 100.0
_MOST_REPETITIONS = 10_000

# Calls whose instructions are sampled: enough for shares of 1 % of the samples in short kernels.
_SAMPLED_SECONDS = 0.01
_MOST_SAMPLED_CALLS = 200

# Cycles of a waiting kernel. Events recorded after it exclude the time in which Python prepares a
# call.
_LEAD_CYCLES = 200_000

_perf_counter = time.perf_counter
_Event = getattr(torch._C, "_CudaEventBase", None)
_current_stream = torch.cuda.current_stream
_sleep = getattr(torch.cuda, "_sleep", None)
_zero = torch.Tensor.zero_
_empty = torch.empty
_address = torch.Tensor.data_ptr

Call = Callable[[int], Any]
Look = Callable[[Any], list[torch.Tensor]]  # elements of a call's result


class Library:
    """Entry points of the injected library (core/gpu/injection)."""

    def __init__(self, path: str) -> None:
        library = ctypes.CDLL(path)
        self._start = library.kloupeStart
        self._mark = library.kloupeMark
        self._flush = library.kloupeFlush
        self._mark.argtypes = [ctypes.c_uint32, ctypes.c_uint32]
        self._end_and_read = library.kloupeEndAndRead
        self._end_and_read.argtypes = [
            ctypes.c_uint32, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_void_p
        ]  # fmt: skip

        self._profilers = {}
        for name in ("Counters", "Samples"):
            begin = getattr(library, f"kloupe{name}Begin", None)
            end = getattr(library, f"kloupe{name}End", None)
            if begin is not None and end is not None:
                begin.restype = end.restype = ctypes.c_char_p
                self._profilers[name] = (begin, end)

    def profiled(self, profiler: str, work: Callable[[], None]) -> Message:
        """Works under "Counters" or "Samples". Returns what was measured, or {error}."""
        if profiler not in self._profilers:
            return {"error": "the activity recorder is older than the worker"}
        begin, end = self._profilers[profiler]
        problem = begin()
        if problem:
            return {"error": problem.decode("utf-8", "replace")}
        work()
        return json.loads(end().decode("utf-8", "replace"))

    def start(self) -> bool:
        return bool(self._start())

    def begin(self, what: int, call: int = 0) -> None:
        self._mark(what, call)

    def end(self, what: int, call: int = 0) -> None:
        self._mark(what + 1, call)

    def end_and_read(self, call: int, elements: list[torch.Tensor]) -> list[str] | None:
        """Ends the last call and its block. Returns the bytes of device elements at that moment, in
        hexadecimal; None if they cannot be read."""
        count, size = len(elements), elements[0].element_size()
        addresses = (ctypes.c_uint64 * count)(*[_address(element) for element in elements])
        out = ctypes.create_string_buffer(count * size)
        if not self._end_and_read(call, addresses, count, size, out):
            return None
        return [out.raw[i * size : (i + 1) * size].hex() for i in range(count)]

    def flush(self) -> None:
        self._flush()


class Timer:
    """Timer for calls in one child."""

    def __init__(self, device: str) -> None:
        self._device = device
        self._kind = torch.device(device).type
        self._synchronise: Callable[[], None] = devices.synchroniser(device)
        self._library: Library | None = None
        path = os.environ.get("CUDA_INJECTION64_PATH", "")
        if path and "KLOUPE_ACTIVITY_RING" in os.environ:
            try:
                self._library = Library(path)
            except OSError:
                pass  # nothing is recorded then, and the engine reports it
        self._flushed: torch.Tensor | None = None

    def forget(self) -> None:
        """Releases the memory of timed calls."""
        self._flushed = None

    def hand_over(self) -> None:
        """Writes the device's previous activity to the engine's record, so that it belongs to no
        later block."""
        if self._library is not None:
            self._synchronise()
            self._library.flush()

    def measure(
        self, request: Message, function: Callable[..., Any], slots: list[tuple[Any, Any]],
        look: Look | None = None,
    ) -> tuple[Message, Any]:  # fmt: skip
        """Performs the request, each call on the next slot; returns the answer and the result of
        the last call. The answer to recorded calls has a `glimpse` of the elements of that result
        that `look` finds on the device."""
        first = request.get("first", 0)
        clones = bool(request.get("clone_inputs"))  # like a suite that times the copies too

        def call(index: int) -> Any:
            positional, named = slots[(first + index) % len(slots)]
            if clones:
                positional, named = recording.snapshot((positional, named))
            return function(*positional, **named)

        method = request.get("method", "host")
        count, flush_bytes = request["calls"], request.get("flush_bytes", 0)
        if method == "host":
            answer, result = self._plain(call, count)
        elif method == "cupti":
            answer, result = self._recorded(call, count, flush_bytes, look)
        elif method == "cuda_event":
            answer, result = self._between_events(call, count, flush_bytes)
        elif method == "counters":
            answer, result = self._counted(call)
        elif method == "do_bench":
            answer, result = self._as_do_bench(call)
        else:
            raise Failure(failures.REFUSED, f"there is no timing method {method}")
        answer["copies"] = len(slots)
        return answer, result

    def _plain(self, call: Call, count: int) -> tuple[Message, Any]:
        result = None
        for index in range(count):
            result = call(index)
        self._synchronise()
        return {}, result

    def _recorded(
        self, call: Call, count: int, flush_bytes: int, look: Look | None
    ) -> tuple[Message, Any]:
        library = self._library
        if library is None or not library.start():
            return {"recorded": False}, None
        host = []
        result = None
        self._synchronise()
        library.begin(_BLOCK)
        for index in range(count):
            if flush_bytes:
                library.begin(_FLUSH, index)
                self._flush(flush_bytes)
                library.end(_FLUSH, index)
            library.begin(_CALL, index)
            began = _perf_counter()
            result = call(index)
            elements = look(result) if look is not None and index + 1 == count else []
            if elements and elements[0].device.type == self._kind:
                glimpse = library.end_and_read(index, elements)
                host.append((_perf_counter() - began) * 1e3)
                library.flush()
                return {"recorded": True, "host_ms": host, "glimpse": glimpse}, result
            library.end(_CALL, index)
            host.append((_perf_counter() - began) * 1e3)
        library.end(_BLOCK)
        library.flush()
        return {"recorded": True, "host_ms": host}, result

    def _counted(self, call: Call) -> tuple[Message, Any]:
        """Makes some calls whose instructions are sampled and one under hardware counters, after
        which this process is not used again."""
        library = self._library
        if library is None:
            return {"counters": {"error": "the activity recorder is not loaded"}}, None
        result = call(0)  # builds and choices of the first call are not measured
        self._synchronise()

        def sampled() -> None:
            until = _perf_counter() + _SAMPLED_SECONDS
            for _ in range(_MOST_SAMPLED_CALLS):
                call(0)
                self._synchronise()
                if _perf_counter() > until:
                    break

        # Once counters were read, CUPTI attributes samples to no instruction.
        samples = library.profiled("Samples", sampled)
        counters = library.profiled("Counters", lambda: call(0))
        return {"counters": counters, "samples": samples}, result

    def _between_events(self, call: Call, count: int, flush_bytes: int) -> tuple[Message, Any]:
        events = [(self._event(), self._event()) for _ in range(count)]
        result = None
        self._synchronise()
        for index, (start, end) in enumerate(events):
            if flush_bytes:
                self._flush(flush_bytes)
            elif _sleep is not None:
                _sleep(_LEAD_CYCLES)
            start.record(_current_stream())
            result = call(index)
            end.record(_current_stream())
        self._synchronise()
        return {"events_ms": [start.elapsed_time(end) for start, end in events]}, result

    def _as_do_bench(self, call: Call) -> tuple[Message, Any]:
        call(0)
        self._synchronise()
        start, end = self._event(), self._event()
        start.record(_current_stream())
        for index in range(_DO_BENCH_ESTIMATE):
            self._flush(_DO_BENCH_FLUSH)
            call(index)
        end.record(_current_stream())
        self._synchronise()
        estimate = max(start.elapsed_time(end) / _DO_BENCH_ESTIMATE, 1e-3)
        for index in range(max(1, int(_DO_BENCH_WARM_UP_MS / estimate))):
            call(index)
        repetitions = min(max(1, int(_DO_BENCH_REPEAT_MS / estimate)), _MOST_REPETITIONS)
        return self._between_events(call, repetitions, _DO_BENCH_FLUSH)

    def _event(self) -> Any:
        if _Event is None or not self._device.startswith("cuda"):
            raise Failure(failures.REFUSED, f"{self._device} has no CUDA events")
        return _Event(enable_timing=True)

    def _flush(self, size: int) -> None:
        if self._flushed is None or self._flushed.numel() != size:
            self._flushed = _empty(size, dtype=torch.uint8, device=self._device)
        _zero(self._flushed)
