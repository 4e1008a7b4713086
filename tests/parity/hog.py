#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds a share of a GPU's memory until its input ends: a neighbour.

    hog.py [SHARE] [DEVICE]        # 0.6 of cuda:0

Needs torch. Prints "holding N of M bytes" once it does.
"""

from __future__ import annotations

import sys

import torch

_STEP = 1 << 30


def main() -> int:
    share = float(sys.argv[1]) if len(sys.argv) > 1 else 0.6
    device = sys.argv[2] if len(sys.argv) > 2 else "cuda:0"
    _, total = torch.cuda.mem_get_info(device)
    wanted = int(total * share)
    held = []
    while wanted > 0:
        part = min(wanted, _STEP)
        held.append(torch.full((part,), 1, dtype=torch.uint8, device=device))
        wanted -= part
    torch.cuda.synchronize(device)
    print(f"holding {sum(each.numel() for each in held)} of {total} bytes", flush=True)
    sys.stdin.read()
    return 0


if __name__ == "__main__":
    sys.exit(main())
