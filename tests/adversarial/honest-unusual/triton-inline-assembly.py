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
    tl.store(y + at, tl.inline_asm_elementwise("max.f32 $0, $1, 0f00000000;", "=f,f", [value], dtype=tl.float32, is_pure=True, pack=1), mask=at < count)


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.empty_like(x)
        rectify[(triton.cdiv(x.numel(), 1024),)](x, out, x.numel(), BLOCK=1024)
        return out
