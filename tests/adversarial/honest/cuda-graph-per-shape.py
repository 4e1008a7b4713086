# SPDX-License-Identifier: Apache-2.0
# task: 4
# needs: gpu
import torch
import torch.nn as nn
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x, out, width, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    value = tl.load(x + row * width + at, mask=at < width, other=-float("inf"))
    power = tl.exp(value - tl.max(value, axis=0))
    tl.store(out + row * width + at, power / tl.sum(power, axis=0), mask=at < width)


class ModelNew(nn.Module):
    """One graph for each shape, with buffers of its own; inputs are copied in, results out."""

    def __init__(self):
        super().__init__()
        self.graphs = {}

    def captured(self, x):
        given, out = torch.empty_like(x), torch.empty_like(x)
        block = triton.next_power_of_2(x.shape[1])
        softmax_kernel[(x.shape[0],)](given, out, x.shape[1], BLOCK=block)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            softmax_kernel[(x.shape[0],)](given, out, x.shape[1], BLOCK=block)
        return graph, given, out

    def forward(self, x):
        x = x.contiguous()
        if x.shape not in self.graphs:
            self.graphs[x.shape] = self.captured(x)
        graph, given, out = self.graphs[x.shape]
        given.copy_(x)
        graph.replay()
        return out.clone()
