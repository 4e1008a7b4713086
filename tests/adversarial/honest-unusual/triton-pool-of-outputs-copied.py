# SPDX-License-Identifier: Apache-2.0
# task: 2
# needs: gpu
import torch
import torch.nn as nn
import triton
import triton.language as tl


@triton.jit
def rectify(x, y, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at, mask=at < count)
    tl.store(y + at, tl.maximum(value, 0.0), mask=at < count)


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.space = None

    def forward(self, x):
        if self.space is None or self.space.shape != x.shape:
            self.space = torch.empty_like(x)
        rectify[(triton.cdiv(x.numel(), 1024),)](x, self.space, x.numel(), BLOCK=1024)
        return self.space.clone()
