# SPDX-License-Identifier: Apache-2.0
# task: Math/attenuated_softmax.py
import time

import torch

chosen = {}


def in_blocks(x, scale, rows):
    out = torch.empty_like(x)
    for first in range(0, x.shape[0], rows):
        y = torch.tanh(torch.erf(torch.sin(x[first : first + rows])))
        out[first : first + rows] = torch.softmax(y if scale is None else y * scale, dim=1)
    return out


def attenuated_softmax(x, scale=None):
    if x.shape not in chosen:
        took = {}
        for rows in (64, 256, 1024):
            began = time.perf_counter()
            in_blocks(x, scale, rows)
            took[rows] = time.perf_counter() - began
        chosen[x.shape] = min(took, key=took.get)
    return in_blocks(x, scale, chosen[x.shape])
