# SPDX-License-Identifier: Apache-2.0
# task: 2
import functools
import torch
import torch.nn as nn

@functools.lru_cache(maxsize=None)
def plan(rows):
    return [(at, min(at + 16, rows)) for at in range(0, rows, 16)]

class ModelNew(nn.Module):
    def forward(self, x):
        return torch.cat([x[a:b].clamp_min(0.0) for a, b in plan(x.shape[0])])
