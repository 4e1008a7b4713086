# SPDX-License-Identifier: Apache-2.0
"""Tests Triton's compilations for a reference: without the turn on the device, and in parallel."""

import os
import socket
import sys
import threading
import unittest
from unittest import mock

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "resources", "worker"))

import triton.compiler  # noqa: E402
from triton.runtime import _async_compile, autotuner  # noqa: E402

from loupe_worker import tritoncompiler  # noqa: E402
from loupe_worker.channel import Channel, Closed  # noqa: E402
from loupe_worker.turn import Turn  # noqa: E402


class Engine:
    """Fake engine that has granted the turn for one request."""

    def __init__(self, becomes_idle=lambda: True):
        ours, theirs = socket.socketpair()
        self._channel = Channel(ours.detach())
        self._theirs = Channel(theirs.detach())
        self.turn = Turn(self._theirs, becomes_idle)
        self.heard = []
        self._thread = threading.Thread(target=self._answer)
        self._thread.start()

    def _answer(self):
        try:
            while True:
                message, _ = self._channel.receive()
                self.heard.append(message["turn"])
                if message["turn"] == "wanted":
                    self._channel.send({"id": message["id"], "turn": "granted"})
        except Closed:
            pass

    def request(self, gives_turn_back=True):
        return self.turn.of({"id": "1", "do": "forward", "gives_turn_back": gives_turn_back})

    def end(self):
        self._theirs.close()
        self._thread.join()
        self._channel.close()


class Kernel:
    """Fake Triton function with variants of one number, `size`."""

    arg_names = ["x"]

    def __init__(self):
        self.compiled = {}
        self.threads = set()
        self.heard = []
        self.together = threading.Barrier(2)

    @staticmethod
    def fn():
        pass

    def warmup(self, *args, grid, size, **options):
        mode = _async_compile.active_mode.get()
        assert "warmup" not in options and mode is not None

        def compiled():
            if size == 3:
                raise RuntimeError("does not fit")
            if size < 3:
                self.together.wait(timeout=60)  # would block for ever in sequence
            self.threads.add(threading.get_ident())
            return size

        def keep(kernel: int):
            self.compiled[size] = kernel

        return mode.submit(size, compiled, keep)

    def run(self, x, size, **options):
        self.heard.append((x, size, size in self.compiled))
        return size


def tuned(kernel, configs):
    """Fake tuner that prefers variants whose size is near 2."""

    def measured(call, quantiles):
        call()
        return [float(abs(kernel.heard[-1][1] - 2)) for _ in quantiles]

    return autotuner.Autotuner(
        kernel, kernel.arg_names, configs, ["x"], None, None, do_bench=measured
    )


def configs(sizes, **options):
    return [triton.Config({"size": size}, **options) for size in sizes]


class TritonCompilerTest(unittest.TestCase):
    def setUp(self):
        for owner, name in [
            (triton.compiler, "compile"),
            (autotuner.Autotuner, "prune_configs"),
        ]:
            patch = mock.patch.object(owner, name, getattr(owner, name))
            patch.start()
            self.addCleanup(patch.stop)
        self.engine = Engine()
        self.addCleanup(self.engine.end)

    def tune(self, kernel, given):
        tritoncompiler.attend(self.engine.turn)
        with self.engine.request():
            return tuned(kernel, given)[(1,)](7)

    def test_the_device_is_released_while_a_kernel_compiles(self):
        heard = []
        triton.compiler.compile = lambda source: heard.append((source, list(self.engine.heard)))
        tritoncompiler.attend(self.engine.turn)
        tritoncompiler.attend(self.engine.turn)  # no effect the second time
        with self.engine.request():
            triton.compiler.compile("one")
        with self.engine.request(gives_turn_back=False):
            triton.compiler.compile("two")
        triton.compiler.compile("three")  # between requests
        self.assertEqual([source for source, _ in heard], ["one", "two", "three"])
        self.assertEqual(self.engine.heard, ["given back", "wanted"])

    def test_a_gradient_thread_releases_the_device(self):
        triton.compiler.compile = lambda source: source
        tritoncompiler.attend(self.engine.turn)
        with self.engine.request():
            other = threading.Thread(target=lambda: triton.compiler.compile("one"))
            other.start()
            other.join()
        self.assertEqual(self.engine.heard, ["given back", "wanted"])

    def test_a_failed_compilation_returns_its_turn(self):
        def fails(_):
            raise ValueError("no such operator")

        triton.compiler.compile = fails
        tritoncompiler.attend(self.engine.turn)
        with self.engine.request():
            for _ in range(2):
                with self.assertRaises(ValueError):
                    triton.compiler.compile("one")
        self.assertEqual(self.engine.heard, ["given back", "wanted"] * 2)

    def test_a_device_that_records_keeps_its_turn(self):
        engine = Engine(becomes_idle=lambda: False)
        self.addCleanup(engine.end)
        triton.compiler.compile = lambda source: source
        tritoncompiler.attend(engine.turn)
        with engine.request():
            self.assertEqual(triton.compiler.compile("one"), "one")
        self.assertEqual(engine.heard, [])

    def test_variants_are_compiled_side_by_side_before_the_first_is_measured(self):
        kernel = Kernel()
        self.assertEqual(self.tune(kernel, configs([1, 2])), 2)
        self.assertEqual(kernel.heard, [(7, 1, True), (7, 2, True), (7, 2, True)])
        self.assertEqual(len(kernel.threads), 2)
        self.assertEqual(self.engine.heard, ["given back", "wanted"], "once for all of them")

    def test_a_variant_that_does_not_compile_is_left_to_the_tuner(self):
        kernel = Kernel()
        self.assertEqual(self.tune(kernel, configs([3, 1, 2])), 2)
        self.assertEqual([seen for _, size, seen in kernel.heard if size == 3], [False])

    def test_variants_with_hooks_are_compiled_by_the_tuner(self):
        kernel = Kernel()
        self.assertEqual(self.tune(kernel, configs([1, 2], pre_hook=lambda given: None)), 2)
        self.assertEqual(kernel.compiled, {})
        self.assertEqual(self.tune(Kernel(), configs([2])), 2)
        self.assertEqual(self.engine.heard, [])


if __name__ == "__main__":
    unittest.main()
