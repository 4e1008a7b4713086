# SPDX-License-Identifier: Apache-2.0
# catalogue: 2
# task: 2
# rule: own_streams note
# strict: fails
# needs: gpu
import torch
import torch.nn as nn
import triton
import triton.language as tl


@triton.jit
def relu_kernel(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at, mask=at < n)
    tl.store(out + at, tl.maximum(value, 0.0), mask=at < n)


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.stream = torch.cuda.Stream()

    def forward(self, x):
        out = torch.empty_like(x)
        half = x.numel() // 2
        relu_kernel[(triton.cdiv(half, 1024),)](x, out, half, BLOCK=1024)
        with torch.cuda.stream(self.stream):
            rest = x.reshape(-1)[half:]
            relu_kernel[(triton.cdiv(rest.numel(), 1024),)](rest, out.reshape(-1)[half:],
                                                            rest.numel(), BLOCK=1024)
        return out
