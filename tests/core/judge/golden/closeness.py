# SPDX-License-Identifier: Apache-2.0
"""Writes closeness.txt in this folder: results of torch.isclose and numpy.isclose for pairs near
the border of a tolerance. It was made with torch 2.13.0 and numpy 2.4.6 on a CPU.

Each line: library dtype rtol atol equal_nan expected actual verdict. Elements are the bits of their
bytes in hexadecimal (little endian). `actual` is the first argument of isclose and `expected` the
second. The tolerance is relative to the expected side, as in torch.testing.assert_close;
torch.allclose(reference, candidate) has the sides swapped.
"""
import random
import warnings
from pathlib import Path

import numpy
import torch

warnings.simplefilter("ignore")
DTYPES = ["float16", "bfloat16", "float32", "float64", "complex64", "complex128", "int8", "uint8",
          "int16", "int32", "int64", "bool"]
TOLERANCES = [(1e-2, 1e-2), (1e-4, 1e-4), (5e-3, 5e-3), (1e-5, 1e-5), (1.6e-2, 1e-4 * 37),
              (1e-3, 0.0), (0.0, 1e-4), (0.0, 0.0)]
PAIRS = 12  # for each dtype and tolerance


def bits(tensor):
    return tensor.reshape(1).view(torch.uint8).numpy().tobytes().hex()


def special(dtype, random_):
    values = [0.0, -0.0, 1.0, float("nan"), float("inf"), float("-inf"), 65504.0, 6e-8, 1e-40]
    if dtype.is_complex:
        return complex(random_.choice(values), random_.choice(values))
    return random_.choice(values)


def border(dtype, rtol, atol, random_):
    """Returns a pair whose difference is within a few steps of the type from the tolerance."""
    scale = 10.0 ** random_.uniform(-3, 3)
    expected = random_.gauss(0, 1) * scale
    allowed = atol + rtol * abs(expected)
    actual = expected + random_.choice([-1, 1]) * allowed
    if dtype.is_complex:
        other = random_.gauss(0, 1) * scale
        expected = complex(expected, other)
        angle = random_.uniform(0, 6.28318)
        turn = complex(numpy.cos(angle), numpy.sin(angle))
        actual = expected + turn * (atol + rtol * abs(expected))
    e = torch.tensor(expected, dtype=torch.complex128 if dtype.is_complex else torch.float64).to(dtype)
    a = torch.tensor(actual, dtype=torch.complex128 if dtype.is_complex else torch.float64).to(dtype)
    if dtype.is_complex:
        return e, a
    toward = random_.choice([float("inf"), float("-inf")])
    for _ in range(random_.randrange(3)):
        a = torch.nextafter(a, torch.tensor(toward, dtype=dtype))
    return e, a


def whole(dtype, random_):
    if dtype == torch.bool:
        return torch.tensor(random_.random() < 0.5), torch.tensor(random_.random() < 0.5)
    limits = torch.iinfo(dtype)
    span = min(limits.max, 2 ** random_.randrange(3, 60))
    expected = random_.randrange(max(limits.min, -span), span)
    actual = expected + random_.choice([0, 1, -1, 2, 5, span // 100])
    actual = min(max(actual, limits.min), limits.max)
    return torch.tensor(expected, dtype=dtype), torch.tensor(actual, dtype=dtype)


def main():
    random_ = random.Random(20260601)
    lines = [f"# closeness.py: torch {torch.__version__.split('+')[0]}, numpy {numpy.__version__}"]
    for name in DTYPES:
        dtype = getattr(torch, name)
        for rtol, atol in TOLERANCES:
            for _ in range(PAIRS):
                equal_nan = random_.random() < 0.5
                if not (dtype.is_floating_point or dtype.is_complex):
                    e, a = whole(dtype, random_)
                elif random_.random() < 0.25:
                    e = torch.tensor(special(dtype, random_), dtype=dtype)
                    a = torch.tensor(special(dtype, random_), dtype=dtype)
                else:
                    e, a = border(dtype, rtol, atol, random_)
                # long tensors use the vectorised code, like real outputs
                n = random_.choice([1, 64])
                verdict = torch.isclose(a.repeat(n), e.repeat(n), rtol=rtol, atol=atol,
                                        equal_nan=equal_nan)[0].item()
                lines.append(f"torch {name} {rtol!r} {atol!r} {int(equal_nan)} {bits(e)} {bits(a)} "
                             f"{int(verdict)}")
                if name in ("float16", "float32", "float64") and (rtol or atol):
                    verdict = bool(numpy.isclose(a.numpy(), e.numpy(), rtol=rtol, atol=atol,
                                                 equal_nan=equal_nan))
                    lines.append(f"numpy {name} {rtol!r} {atol!r} {int(equal_nan)} {bits(e)} "
                                 f"{bits(a)} {int(verdict)}")
    Path(__file__).with_suffix(".txt").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
