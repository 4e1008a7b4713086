# SPDX-License-Identifier: Apache-2.0
# task: 5
import torch
import torch.nn as nn
import triton
import triton.language as tl


@triton.jit
def bias_tanh_kernel(x, bias, out, n, width, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at, mask=at < n) + tl.load(bias + at % width, mask=at < n)
    grown = tl.exp(-2.0 * tl.abs(value))
    size = (1.0 - grown) / (1.0 + grown)
    tl.store(out + at, tl.where(value < 0.0, -size, size), mask=at < n)


class ModelNew(nn.Module):
    """The product by the library, what follows it in one kernel."""

    def __init__(self, inputs, outputs):
        super().__init__()
        self.linear = nn.Linear(inputs, outputs)

    def forward(self, x):
        product = torch.matmul(x, self.linear.weight.T)
        out = torch.empty_like(product)
        n, width = product.numel(), product.shape[1]
        bias_tanh_kernel[(triton.cdiv(n, 1024),)](product, self.linear.bias, out, n, width,
                                                  BLOCK=1024)
        return out
