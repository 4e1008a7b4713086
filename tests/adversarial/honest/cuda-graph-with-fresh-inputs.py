# SPDX-License-Identifier: Apache-2.0
# task: 2
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
    """Copies each input into the graph's own buffer, and its result out."""

    def __init__(self):
        super().__init__()
        self.graph = None

    def forward(self, x):
        if self.graph is None or self.given.shape != x.shape:
            self.given, self.out = torch.empty_like(x), torch.empty_like(x)
            self.graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graph):
                relu_kernel[(triton.cdiv(x.numel(), 1024),)](self.given, self.out, x.numel(),
                                                             BLOCK=1024)
        self.given.copy_(x)
        self.graph.replay()
        return self.out.clone()
