# SPDX-License-Identifier: Apache-2.0
# task: 2
import torch
import torch.nn as nn
import triton
import triton.language as tl


@triton.jit
def relu_in_place(x, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at, mask=at < n)
    tl.store(x + at, tl.maximum(value, 0.0), mask=at < n)


class ModelNew(nn.Module):
    """Works in place, on memory of its own."""

    def forward(self, x):
        out = x.clone(memory_format=torch.contiguous_format)
        relu_in_place[(triton.cdiv(out.numel(), 1024),)](out, out.numel(), BLOCK=1024)
        return out
