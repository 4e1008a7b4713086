# SPDX-License-Identifier: Apache-2.0
# task: 5
# needs: gpu
import torch
import torch.nn as nn
from torch.utils.cpp_extension import load_inline


SOURCE = r"""
#include <torch/extension.h>
#include <c10/cuda/CUDAStream.h>
#include <mma.h>

using namespace nvcuda;

// One warp for 16 x 16 results, each product split in two parts of TF32: near float32's accuracy.
__global__ void linear_tanh_kernel(const float *x, const float *weight, const float *bias,
                                   float *out, int rows, int columns, int depth)
{
    __shared__ float tile[16][16];
    const int row = blockIdx.y * 16;
    const int column = blockIdx.x * 16;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    for (int at = 0; at < depth; at += 8) {
        wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> a, ar;
        wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::col_major> b, br;
        wmma::load_matrix_sync(a, x + row * depth + at, depth);
        wmma::load_matrix_sync(b, weight + column * depth + at, depth);
        for (int i = 0; i < a.num_elements; ++i) {
            const float whole = a.x[i];
            a.x[i] = wmma::__float_to_tf32(whole);
            ar.x[i] = wmma::__float_to_tf32(whole - a.x[i]);
        }
        for (int i = 0; i < b.num_elements; ++i) {
            const float whole = b.x[i];
            b.x[i] = wmma::__float_to_tf32(whole);
            br.x[i] = wmma::__float_to_tf32(whole - b.x[i]);
        }
        wmma::mma_sync(sum, ar, b, sum);
        wmma::mma_sync(sum, a, br, sum);
        wmma::mma_sync(sum, a, b, sum);
    }
    wmma::store_matrix_sync(&tile[0][0], sum, 16, wmma::mem_row_major);
    __syncwarp();
    for (int i = threadIdx.x; i < 256; i += 32)
        out[(row + i / 16) * columns + column + i % 16]
            = tanhf(tile[i / 16][i % 16] + bias[column + i % 16]);
}

torch::Tensor linear_tanh(torch::Tensor x, torch::Tensor weight, torch::Tensor bias)
{
    const int rows = x.size(0), depth = x.size(1), columns = weight.size(0);
    TORCH_CHECK(rows % 16 == 0 && columns % 16 == 0 && depth % 8 == 0, "made for whole tiles");
    auto out = torch::empty({rows, columns}, x.options());
    linear_tanh_kernel<<<dim3(columns / 16, rows / 16), 32, 0, c10::cuda::getCurrentCUDAStream()>>>(
        x.data_ptr<float>(), weight.data_ptr<float>(), bias.data_ptr<float>(),
        out.data_ptr<float>(), rows, columns, depth);
    C10_CUDA_KERNEL_LAUNCH_CHECK();
    return out;
}
"""

extension = load_inline(
    name="linear_tanh",
    cpp_sources="torch::Tensor linear_tanh(torch::Tensor x, torch::Tensor weight, "
                "torch::Tensor bias);",
    cuda_sources=SOURCE, functions=["linear_tanh"])


class ModelNew(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.linear = nn.Linear(inputs, outputs)

    def forward(self, x):
        rows = x.shape[0]
        tiles = x.new_zeros((rows + 15) // 16 * 16, x.shape[1])
        tiles[:rows] = x
        out = extension.linear_tanh(tiles, self.linear.weight.contiguous(), self.linear.bias)
        return out[:rows].clone()
