# SPDX-License-Identifier: Apache-2.0
# task: 4
import torch
import torch.nn as nn
import triton
import triton.language as tl


@triton.jit
def partial_kernel(x, most, total, width, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    value = tl.load(x + row * width + at, mask=at < width, other=-float("inf"))
    highest = tl.max(value, axis=0)
    tl.store(most + row, highest)
    tl.store(total + row, tl.sum(tl.exp(value - highest), axis=0))


@triton.jit
def finish_kernel(x, most, total, out, width, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    value = tl.load(x + row * width + at, mask=at < width, other=0.0)
    scaled = tl.exp(value - tl.load(most + row)) / tl.load(total + row)
    tl.store(out + row * width + at, scaled, mask=at < width)


class ModelNew(nn.Module):
    """Buffers for partial results live as long as the model; each call fills them anew."""

    def __init__(self):
        super().__init__()
        self.register_buffer("partials", torch.empty(2, 0), persistent=False)

    def forward(self, x):
        x = x.contiguous()
        rows, width = x.shape
        if self.partials.shape[1] < rows or self.partials.device != x.device:
            self.partials = torch.empty(2, rows, device=x.device)
        out = torch.empty_like(x)
        block = triton.next_power_of_2(width)
        partial_kernel[(rows,)](x, self.partials[0], self.partials[1], width, BLOCK=block)
        finish_kernel[(rows,)](x, self.partials[0], self.partials[1], out, width, BLOCK=block)
        return out
