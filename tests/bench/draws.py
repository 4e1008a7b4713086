#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures how fast torch and libkernelloupe-draws.so draw uniform numbers on one processor, into
existing and into new memory.

    draws.py bin/libkernelloupe-draws.so [MB]

Prints the best of several runs in GB/s. Next to other work the absolute figures mean little; their
ratio is more reliable.
"""

from __future__ import annotations

import pathlib
import sys
import time
from typing import Callable

import torch

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "resources" / "worker"))

from loupe_worker import draws  # noqa: E402

ROUNDS = 7


def best(size: int, draw: Callable[[], object]) -> float:
    """Returns GB/s for this many bytes."""
    seconds = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        draw()
        seconds.append(time.perf_counter() - began)
    return size / min(seconds) / 1e9


def main() -> int:
    library = draws.Library(sys.argv[1])
    elements = (int(sys.argv[2]) if len(sys.argv) > 2 else 256) << 18
    size = elements * 4
    torch.set_num_threads(1)
    problem = draws.difference(library)
    print(f"{library.kind}; " + (problem or "the same bits as torch " + torch.__version__))
    generator = torch.Generator().manual_seed(1)
    there = torch.zeros(elements)

    def new(kind: int | None) -> None:
        library.fill(torch.empty(elements), 0.0, 1.0, generator, kind)

    print(f"{'':20}{'rand':>8}{'uniform_(-1, 2)':>18}{'new memory':>13}")
    rows: list[tuple[str, list[Callable[[], object]]]] = [
        ("torch", [lambda: there.uniform_(generator=generator),
                   lambda: there.uniform_(-1, 2, generator=generator),
                   lambda: torch.rand(elements, generator=generator)])
    ]  # fmt: skip
    for kind, name in enumerate(draws.KINDS):
        if library.fill(there[:1], 0.0, 1.0, generator, kind):
            rows.append((name, [
                lambda kind=kind: library.fill(there, 0.0, 1.0, generator, kind),
                lambda kind=kind: library.fill(there, -1.0, 2.0, generator, kind),
                lambda kind=kind: new(kind),
            ]))  # fmt: skip
    for name, measured in rows:
        speeds = [best(size, draw) for draw in measured]
        print(f"{name:20}{speeds[0]:8.2f}{speeds[1]:18.2f}{speeds[2]:13.2f}")
    return 1 if problem else 0


if __name__ == "__main__":
    sys.exit(main())
