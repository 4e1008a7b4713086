# SPDX-License-Identifier: Apache-2.0
# task: 2
# needs: gpu
import torch
import torch.nn as nn
from torch.utils.cpp_extension import load_inline


SOURCE = r"""
#include <torch/extension.h>
#include <c10/cuda/CUDAStream.h>

__global__ void relu_kernel(const float *x, float *out, long n)
{
    const long at = blockIdx.x * static_cast<long>(blockDim.x) + threadIdx.x;
    if (at < n)
        out[at] = x[at] > 0.0f ? x[at] : 0.0f;
}

torch::Tensor relu(torch::Tensor x)
{
    TORCH_CHECK(x.is_cuda() && x.is_contiguous(), "wants a contiguous CUDA tensor");
    auto out = torch::empty_like(x);
    const long n = x.numel();
    relu_kernel<<<(n + 255) / 256, 256, 0, c10::cuda::getCurrentCUDAStream()>>>(
        x.data_ptr<float>(), out.data_ptr<float>(), n);
    C10_CUDA_KERNEL_LAUNCH_CHECK();
    return out;
}
"""

extension = load_inline(name="relu", cpp_sources="torch::Tensor relu(torch::Tensor x);",
                        cuda_sources=SOURCE, functions=["relu"], extra_cuda_cflags=["-O3"])


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.relu = extension

    def forward(self, x):
        return self.relu.relu(x.contiguous())
