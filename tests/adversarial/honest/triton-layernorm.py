# SPDX-License-Identifier: Apache-2.0
# task: 3
import torch
import torch.nn as nn
import triton
import triton.language as tl


@triton.jit
def norm_kernel(x, weight, bias, out, width, epsilon, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < width
    value = tl.load(x + row * width + at, mask=inside, other=0.0)
    mean = tl.sum(value, axis=0) / width
    centred = tl.where(inside, value - mean, 0.0)
    variance = tl.sum(centred * centred, axis=0) / width
    scaled = centred / tl.sqrt(variance + epsilon)
    scaled = scaled * tl.load(weight + at, mask=inside) + tl.load(bias + at, mask=inside)
    tl.store(out + row * width + at, scaled, mask=inside)


class ModelNew(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)

    def forward(self, x):
        x = x.contiguous()
        out = torch.empty_like(x)
        rows, width = x.shape
        norm_kernel[(rows,)](x, self.norm.weight, self.norm.bias, out, width, self.norm.eps,
                             BLOCK=triton.next_power_of_2(width))
        return out
