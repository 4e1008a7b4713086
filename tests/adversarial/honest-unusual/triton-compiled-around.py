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
        self.run = torch.compile(self.launch)

    def launch(self, x):
        out = torch.empty_like(x)
        rectify[(triton.cdiv(x.numel(), 1024),)](x, out, x.numel(), BLOCK=1024)
        return out

    def forward(self, x):
        return self.run(x)
