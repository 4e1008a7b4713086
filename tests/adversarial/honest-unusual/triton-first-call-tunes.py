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
        self.calls = 0
        self.block = 256

    def forward(self, x):
        self.calls += 1
        if self.calls == 1:
            self.block = 1024 if x.numel() > 65536 else 256
        out = torch.empty_like(x)
        rectify[(triton.cdiv(x.numel(), self.block),)](x, out, x.numel(), BLOCK=self.block)
        return out
