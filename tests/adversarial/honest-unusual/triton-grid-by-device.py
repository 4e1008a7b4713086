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
    def forward(self, x):
        out = torch.empty_like(x)
        processors = torch.cuda.get_device_properties(x.device).multi_processor_count
        block = max(256, triton.next_power_of_2(x.numel() // processors))
        rectify[(triton.cdiv(x.numel(), block),)](x, out, x.numel(), BLOCK=block)
        return out
