# SPDX-License-Identifier: Apache-2.0
"""Tests that all values a reference may take and return survive the channel."""

import collections
import dataclasses
import enum
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

from loupe_worker import loading, modeloperations, precision, tensors, variants  # noqa: E402
from loupe_worker.guards import Guards  # noqa: E402
from loupe_worker.values import Decoder, Encoder, tensors_in  # noqa: E402

Pair = collections.namedtuple("Pair", "left right")


@dataclasses.dataclass
class Output:
    first: torch.Tensor
    rest: dict


class Guarded(collections.OrderedDict):
    def update(self, *_, **__):
        raise RuntimeError("no")


class Typed(tuple):
    def __new__(cls, first, second):
        return super().__new__(cls, (first, second))


class Mode(enum.Enum):
    ONCE = 1
    TWICE = "two"


def sent(value, guarded=False, names=None, keeps_sparse=True):
    """Returns the value as received by the other process."""
    encoder = Encoder(keeps_sparse)
    json = encoder.encode(value)
    specs, descriptor = tensors.write(encoder.tensors) if encoder.tensors else ([], -1)
    mapped = tensors.read(descriptor, specs) if specs else []
    if descriptor >= 0:
        os.close(descriptor)
    return Decoder(mapped, "cpu", Guards() if guarded else None, False, names).decode(json)


def bytes_of(dtype):
    return torch.randint(0, 256, (4, 6), dtype=torch.uint8).view(dtype)


def sparse_matrix():
    return torch.randn(4, 4) * (torch.rand(4, 4) > 0.5)


class RoundTrip(unittest.TestCase):
    def check(self, value):
        for guarded in (False, True):
            got = sent(value, guarded)
            pairs = list(zip(tensors_in(value), tensors_in(got)))
            self.assertEqual(len(tensors_in(value)), len(tensors_in(got)))
            for (_, wanted), (_, own) in pairs:
                facts = [(each.dtype, each.shape, each.layout) for each in (wanted, own)]
                self.assertEqual(*facts)
                if wanted.layout != torch.strided:
                    wanted, own = wanted.to_dense(), own.to_dense()
                elif wanted.numel() > 1:
                    self.assertEqual(wanted.stride(), own.stride())
                self.assertTrue(tensors.same_bits(wanted, own), wanted.dtype)
            self.assertEqual(type(value).__name__, type(got).__name__)

    def test_every_element_type(self):
        for name in ("uint16", "uint32", "uint64"):
            self.check(torch.arange(12).to(getattr(torch, name)).reshape(3, 4))
        self.check(torch.tensor([2**63 + 5, 2**64 - 1], dtype=torch.uint64))
        self.check(torch.randn(6, dtype=torch.complex64).to(torch.complex32))
        for name in ("float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz"):
            self.check(torch.randn(4, 6).to(getattr(torch, name)))
        for name in ("float8_e8m0fnu", "float4_e2m1fn_x2"):
            if hasattr(torch, name):
                self.check(bytes_of(getattr(torch, name)))

    def test_every_layout(self):
        for value in (
            torch.randn(1, 3).expand(4, 3), torch.randn(20).unfold(0, 4, 1), torch.randn(3, 4).t(),
            torch.randn(()), torch.randn(()).expand(2, 2), torch.empty(0, 4), torch.randn(8)[::2],
            torch.arange(12).to(torch.uint16).reshape(3, 4).t(),
        ):  # fmt: skip
            self.check(value)

    def test_sparse_tensors(self):
        places = torch.tensor([[0, 0, 3], [1, 1, 2]])
        twice = torch.sparse_coo_tensor(places, torch.randn(3), (4, 4))
        self.assertFalse(sent(twice).is_coalesced())
        for value in (
            twice, twice.coalesce(), sparse_matrix().to_sparse_csr(), sparse_matrix().to_sparse_csc(),
            sparse_matrix().to_sparse_bsr((2, 2)),
        ):  # fmt: skip
            self.check(value)
        self.assertEqual(Encoder().encode(twice)["layout"], "sparse_coo")

    def test_structures(self):
        one = torch.randn(2)
        for value in (
            Pair(one, 3), Output(one, {"more": (one, None)}), torch.max(torch.randn(2, 2), -1),
            [1, 2.5, True, None, "text"], {"a": [one], 2: (one,)}, torch.Size([1, 2]),
            torch.nn.Parameter(one),
        ):  # fmt: skip
            self.check(value)
        self.assertEqual(sent(Pair(1, 2)).left, 1)
        self.assertIs(type(sent(Pair(1, 2), names={"Pair": Pair})), Pair)
        self.assertIs(type(sent(Output(one, {}), names={"Output": Output})), Output)
        self.assertIs(sent(Mode.TWICE, names={"Mode": Mode}), Mode.TWICE)
        self.assertEqual((sent(Mode.TWICE).name, sent(Mode.TWICE).value), ("TWICE", "two"))

    def test_unsupported_values_are_named(self):
        encoder = Encoder()
        encoder.encode([torch.quantize_per_tensor(torch.randn(4), 0.1, 0, torch.qint8), {1, 2}])
        self.assertEqual(encoder.others, ["torch.Tensor of qint8", "set"])


class Model(torch.nn.Module):
    def __init__(self, size=3, scale=1.0):
        super().__init__()
        self.size, self.scale = size, scale

    def forward(self, x):
        return torch.nn.Parameter(x * 2), x[:1].expand(4, 3), Pair(x, x.sum())


class Listed(torch.nn.Module):
    def __init__(self, sizes, options):
        super().__init__()


class Forms(unittest.TestCase):
    def test_the_exact_form_has_the_kind_and_the_strides_of_the_result(self):
        x = torch.randn(4, 3)
        result = Model()(x)
        exact = precision.repeated(Model(), [x], {}, result, precision.Limits(1 << 20)).exact
        self.assertEqual([type(each) for each in exact], [type(each) for each in result])
        self.assertEqual(exact[1].stride(), result[1].stride())

    def test_results_of_other_classes(self):
        for result in (Guarded(a=torch.randn(3)), Typed(torch.randn(3), 1)):
            limits = precision.Limits(1 << 20)
            exact = precision.repeated(torch.nn.Identity(), [result], {}, result, limits).exact
            self.assertIs(type(exact), type(result))

    def test_writes_values_with_shared_memory(self):
        for old, new in (
            (torch.zeros(1, 3).expand(4, 3), torch.randn(1, 3).expand(4, 3)),
            (torch.zeros(20).unfold(0, 4, 1), torch.randn(20).unfold(0, 4, 1)),
        ):
            self.assertTrue(modeloperations.put_at([old], [new]))
            self.assertTrue(torch.equal(old, new))

    def test_arguments_of_a_constructor_by_place_and_by_name(self):
        self.assertEqual(loading.split(Model, [[3], {"scale": 2.0}]), ([3], {"scale": 2.0}))
        self.assertEqual(loading.split(Model, [[], {}]), ([], {}))
        self.assertEqual(loading.split(Model, [3, 2.0]), ([3, 2.0], {}))
        self.assertEqual(loading.split(Listed, [[3], {"a": 1}]), ([[3], {"a": 1}], {}))

    def test_variants_apply_to_nested_values(self):
        inputs = [Pair(torch.rand(4, 4), 1), sparse_matrix().to_sparse_csr(), Output(torch.rand(3), {})]
        made = variants.made("signed", inputs)
        self.assertIsInstance(made[0], Pair)
        self.assertFalse(torch.equal(made[0].left, inputs[0].left))
        self.assertEqual(made[1].layout, torch.sparse_csr)
        self.assertFalse(torch.equal(made[2].first, inputs[2].first))

    def test_small_floats_are_stored_values(self):
        small = torch.randn(4).to(torch.float8_e4m3fn)
        cast = loading.cast_all(Pair(small, torch.randn(4).half()), "cpu", torch.float32, False)
        self.assertEqual([each.dtype for each in cast], [torch.float8_e4m3fn, torch.float32])


if __name__ == "__main__":
    unittest.main()
