# SPDX-License-Identifier: Apache-2.0
# task: 5
import torch
import torch.nn as nn
import triton
import triton.language as tl


@triton.jit
def linear_kernel(x, weight, bias, out, M, N, K: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr,
                  BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    sum = tl.zeros((BM, BN), dtype=tl.float32)
    for begin in range(0, K, BK):
        inner = begin + tl.arange(0, BK)
        left = tl.load(x + rows[:, None] * K + inner[None, :],
                       mask=(rows[:, None] < M) & (inner[None, :] < K), other=0.0)
        right = tl.load(weight + columns[None, :] * K + inner[:, None],
                        mask=(columns[None, :] < N) & (inner[:, None] < K), other=0.0)
        sum += tl.dot(left, right, input_precision="ieee")
    sum += tl.load(bias + columns, mask=columns < N, other=0.0)[None, :]
    # tanh by the exponential of a number that is not positive: it never overflows.
    power = tl.exp(-2.0 * tl.abs(sum))
    value = (1.0 - power) / (1.0 + power)
    value = tl.where(sum < 0.0, -value, value)
    tl.store(out + rows[:, None] * N + columns[None, :], value,
             mask=(rows[:, None] < M) & (columns[None, :] < N))


class ModelNew(nn.Module):
    """Reads the weights at each call, whatever they are by then."""

    def __init__(self, inputs, outputs):
        super().__init__()
        self.linear = nn.Linear(inputs, outputs)

    def forward(self, x):
        x = x.contiguous()
        (M, K), N = x.shape, self.linear.weight.shape[0]
        out = torch.empty((M, N), device=x.device, dtype=x.dtype)
        grid = (triton.cdiv(M, 32), triton.cdiv(N, 32))
        linear_kernel[grid](x, self.linear.weight.contiguous(), self.linear.bias, out, M, N, K,
                            BM=32, BN=32, BK=32)
        return out
