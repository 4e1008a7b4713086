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
    """Two halves on two streams, which the caller's stream waits for."""

    def __init__(self):
        super().__init__()
        self.streams = [torch.cuda.Stream(), torch.cuda.Stream()]

    def forward(self, x):
        out = torch.empty_like(x)
        current = torch.cuda.current_stream()
        for stream, part, to in zip(self.streams, x.chunk(2), out.chunk(2)):
            stream.wait_stream(current)
            with torch.cuda.stream(stream):
                relu_kernel[(triton.cdiv(part.numel(), 1024),)](part, to, part.numel(), BLOCK=1024)
            current.wait_stream(stream)
        return out
