# SPDX-License-Identifier: Apache-2.0
# task: 1
import torch
import torch.nn as nn
import triton
import triton.language as tl


@triton.jit
def matmul_kernel(a, b, c, M, N, K: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr,
                  BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, K, BK):
        inner = start + tl.arange(0, BK)
        left = tl.load(a + rows[:, None] * K + inner[None, :],
                       mask=(rows[:, None] < M) & (inner[None, :] < K), other=0.0)
        right = tl.load(b + inner[:, None] * N + columns[None, :],
                        mask=(inner[:, None] < K) & (columns[None, :] < N), other=0.0)
        total += tl.dot(left, right, input_precision="ieee")
    tl.store(c + rows[:, None] * N + columns[None, :], total,
             mask=(rows[:, None] < M) & (columns[None, :] < N))


M, N, K = 96, 72, 80


class ModelNew(nn.Module):
    """Written for the task's shape; another goes the general way."""

    def forward(self, a, b):
        blocks = (24, 24, 16) if a.shape == (M, K) and b.shape == (K, N) else (32, 32, 16)
        rows = 32 if blocks[0] == 24 else blocks[0]
        c = torch.empty((a.shape[0], b.shape[1]), device=a.device, dtype=a.dtype)
        grid = (triton.cdiv(a.shape[0], rows), triton.cdiv(b.shape[1], rows))
        matmul_kernel[grid](a.contiguous(), b.contiguous(), c, a.shape[0], b.shape[1], a.shape[1],
                            BM=rows, BN=rows, BK=16)
        return c
