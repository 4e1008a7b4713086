# SPDX-License-Identifier: Apache-2.0
"""Tests that lack of memory is always a separate failure and never a result. There may be enough
memory at another time."""

import os
import sys
import unittest

try:
    import torch
except ModuleNotFoundError:
    print("torch is not installed: skipped")
    sys.exit(77)

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "resources", "worker"))

from loupe_worker import devices, failures, precision, recording, tensors  # noqa: E402
from loupe_worker.closeness import Closeness  # noqa: E402
from loupe_worker.modeloperations import ModelOperations  # noqa: E402
from loupe_worker.operations import Operations  # noqa: E402
from loupe_worker.soundness import Subject  # noqa: E402

LACKING = (
    MemoryError(),
    torch.cuda.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB"),
    RuntimeError("CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`"),
    RuntimeError("[enforce fail at alloc_cpu.cpp:121] DefaultCPUAllocator: can't allocate memory"),
)


class Lacking(torch.nn.Module):
    """Correct in float32; raises in float64."""

    def __init__(self, error: BaseException) -> None:
        super().__init__()
        self.error = error

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if x.dtype == torch.float64:
            raise self.error
        return x * 2

    def __deepcopy__(self, memo: object) -> "Lacking":
        return Lacking(self.error)


class Probed(torch.nn.Module):
    """Raises if its weight has changed."""

    def __init__(self, error: type) -> None:
        super().__init__()
        self.error = error
        self.weight = torch.nn.Parameter(torch.ones(1))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if float(self.weight) != 1.0:
            raise self.error
        return x * 2


class ExactTest(unittest.TestCase):
    def exact(self, error: BaseException, most: int = 1 << 20, most_peak: int = 0, peak: int = 0):
        oracle = ModelOperations()
        oracle._seed, oracle._device = lambda request: None, "cpu"
        oracle._object, oracle._kwargs = Lacking(error), {}
        oracle._args = [torch.rand(16)]
        oracle._last = oracle._args[0] * 2
        oracle._peak_bytes = peak
        return oracle._do_exact({"most_bytes": most, "most_peak_bytes": most_peak})[0]

    def test_too_little_memory_is_raised(self):
        for error in LACKING:
            with self.assertRaises(type(error), msg=str(error)) as raised:
                self.exact(error)
            self.assertEqual(failures.describe(raised.exception)["kind"], failures.MEMORY)

    def test_any_other_failure_is_a_reason(self):
        reason = self.exact(TypeError("expected float32"))["cannot"]
        self.assertIn("it fails in float64: TypeError", reason)

    def test_computes_if_memory_suffices(self):
        oracle = ModelOperations()
        oracle._seed, oracle._device = lambda request: None, "cpu"
        oracle._object, oracle._kwargs, oracle._args = torch.nn.ReLU(), {}, [torch.rand(16)]
        oracle._last = oracle._args[0]
        facts, result, has_value = oracle._do_exact({"most_bytes": 1 << 20})
        self.assertEqual(facts, {"errors": {"float32": 0.0}, "as_timed": {}})
        self.assertTrue(has_value and torch.equal(result, oracle._last))

    def test_sizes_are_a_reason_before_anything_is_computed(self):
        never = AssertionError("nobody calls it")
        self.assertIn("inputs and weights take", self.exact(never, most=8)["cannot"])
        reason = self.exact(never, most_peak=1 << 20, peak=1 << 20)["cannot"]
        self.assertEqual(reason, "with what is computed on the way they take 2 MB in float64")

    def test_an_audit_ignores_it(self):
        for error in LACKING:
            draws = [([torch.rand(64)], {}) for _ in range(2)]
            closeness = Closeness({"float32": [1e-6, 0.0]}, False)
            limits = precision.Limits(1 << 20)
            subject = Subject(Lacking(error), draws, [], closeness, 1, limits)
            with self.assertRaises(type(error)):
                subject.observed(10.0)

    def test_an_audit_reports_a_probe_without_memory(self):
        closeness = Closeness({"float32": [1e-6, 0.0]}, False)
        for error in (MemoryError, ValueError):
            draws = [([torch.rand(64)], {}) for _ in range(2)]
            subject = Subject(
                Probed(error), draws, [], closeness, 1, precision.Limits(1 << 20)
            )
            if error is MemoryError:
                self.assertRaises(MemoryError, subject.observed, 10.0)
            else:
                self.assertEqual(subject.observed(10.0)["weights"][0]["within"], 0.0)


class OptionalCallsTest(unittest.TestCase):
    """Calls that look for what a reference leaves open."""

    def oracle(self, error: BaseException) -> ModelOperations:
        class Model(torch.nn.Module):
            def forward(self, x: torch.Tensor) -> torch.Tensor:
                raise error

        oracle = ModelOperations()
        oracle._seed, oracle._device, oracle._kwargs = lambda request: None, "cpu", {}
        oracle._object, oracle._args, oracle._last = Model(), [torch.rand(16)], torch.rand(16)
        return oracle

    def test_too_little_memory_finds_nothing(self):
        for error in LACKING:
            oracle = self.oracle(error)
            self.assertEqual(oracle._do_unwritten({})[0], {"unwritten": False}, str(error))
            found = oracle._do_undecided({"tolerances": {}})[0]
            self.assertEqual(found, {"undecided": {}, "more": False}, str(error))

    def test_any_other_failure_is_raised(self):
        oracle = self.oracle(ValueError("cannot be called again"))
        self.assertRaises(ValueError, oracle._do_unwritten, {})
        self.assertRaises(ValueError, oracle._do_undecided, {"tolerances": {}})


class RecordingTest(unittest.TestCase):
    def test_records_out_of_memory_though_the_test_continues(self):
        def lacks(_: int) -> None:
            raise MemoryError

        recorder = recording.Recorder(lacks)
        try:
            recorder(1)
        except MemoryError:
            pass
        self.assertIsInstance(recorder.lacked_memory, MemoryError)
        plain = recording.Recorder(abs)
        plain(-1)
        self.assertIsNone(plain.lacked_memory)

    def test_out_of_memory_copies_are_no_value(self):
        class Large:
            def __deepcopy__(self, memo: object) -> "Large":
                raise MemoryError

        with self.assertRaises(MemoryError):
            recording.snapshot([Large()])


class AnotherWayTest(unittest.TestCase):
    """A library that lacks workspace memory silently uses another algorithm."""

    def setUp(self):
        self.subject = Operations({"role": "subject", "device": "cpu", "threads": 1}, "")
        self.subject._object = self.called
        self.short = self.calls = 0
        known = devices.ran_short
        devices.ran_short = lambda device: self.short
        self.addCleanup(setattr, devices, "ran_short", known)

    def called(self, x: torch.Tensor) -> torch.Tensor:
        self.calls += 1
        self.short += 1
        return x

    def ask(self, what: str, **more: object):
        return self.subject.perform({"do": what, **more}, [])

    def test_timed_calls_on_a_shared_device_raise_out_of_memory(self):
        self.subject._args = [torch.ones(1)]
        for what in ("forward", "time"):
            with self.assertRaises(torch.cuda.OutOfMemoryError):
                self.ask(what, calls=1, beside_others=True)
            self.ask(what, calls=1)  # alone on the device, this is the only way

    def test_timed_errors_on_a_shared_device_raise_out_of_memory(self):
        test = self

        class Model(torch.nn.Module):
            def forward(self, x: torch.Tensor) -> torch.Tensor:
                return test.called(x)

        oracle = Operations({"role": "oracle", "device": "cpu", "threads": 1}, "")
        oracle._object, oracle._args, oracle._last = Model(), [torch.ones(1)], torch.ones(1)
        with self.assertRaises(torch.cuda.OutOfMemoryError):
            oracle.perform({"do": "as_timed", "beside_others": True}, [])
        oracle.perform({"do": "as_timed"}, [])

    def test_times_given_arguments_without_an_earlier_call(self):
        given = {"k": "list", "v": [{"k": "int", "v": 7}]}
        self.ask("give", value=given, tensors=[])
        self.assertEqual(self.calls, 0)
        self.ask("time", calls=2)
        self.assertEqual(self.calls, 2)
        self.assertEqual(self.ask("last_result")[1], 7)


class HandingOverTest(unittest.TestCase):
    def test_out_of_memory_tensor_is_not_unreadable(self):
        class Source:
            def __init__(self, error: BaseException) -> None:
                self.error = error

            def copy_(self, _: object) -> None:
                raise self.error

        for error in LACKING[1:]:
            with self.assertRaises(type(error)):
                tensors._copy(Source(error), torch.zeros(1))
        with self.assertRaises(failures.Failure):
            tensors._copy(Source(RuntimeError("Cannot copy out of meta tensor")), torch.zeros(1))


if __name__ == "__main__":
    unittest.main()
