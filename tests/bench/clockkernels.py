# SPDX-License-Identifier: Apache-2.0
"""Eleven kernels between 10 µs and 10 ms on an H200. As a program it calls each of them for ncu."""

import time

import torch

_SIZES = [22, 23, 24, 25, 26, 27, 28, 29]
_SIDES = [1024, 4096, 6144]
_inputs = {}


def _floats(key, *shape):
    if key not in _inputs:
        _inputs[key] = torch.rand(shape, device="cuda") - 0.5
    return _inputs[key]


def _relu(power):
    return lambda: torch.relu(_floats("relu", 1 << 29)[: 1 << power])


def _matmul(side):
    return lambda: torch.matmul(_floats(side, side, side), _floats(side, side, side))


_kernels = [(f"relu 2^{power}", _relu(power)) for power in _SIZES]
_kernels += [(f"matmul {side}", _matmul(side)) for side in _SIDES]
for _index, (_name, _function) in enumerate(_kernels):
    globals()[f"kernel{_index}"] = _function
    globals()[f"kernel{_index}_name"] = lambda name=_name: name


def launches(count=10_000):
    """Returns the microseconds per launch of a tiny kernel, including the queue."""
    x = _floats("small", 256)
    torch.cuda.synchronize()
    began = time.perf_counter()
    for _ in range(count):
        torch.relu_(x)
    torch.cuda.synchronize()
    return (time.perf_counter() - began) / count * 1e6


if __name__ == "__main__":
    for _name, _function in _kernels:
        for _ in range(3):
            _function()
        torch.cuda.synchronize()
