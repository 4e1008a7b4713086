// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-cuda-failing.
// Wrong: a barrier is missing at the end of the loop. Fast warps overwrite the tile that slow ones
// still read.
#include "loupe_kernel.h"

namespace {

constexpr int tile = 16;

__global__ void multiply(const float *a, const float *b, float *c, int64_t rows, int64_t columns,
                         int64_t depth)
{
    __shared__ float left[tile][tile];
    __shared__ float right[tile][tile];
    const int64_t i = static_cast<int64_t>(blockIdx.y) * tile + threadIdx.y;
    const int64_t j = static_cast<int64_t>(blockIdx.x) * tile + threadIdx.x;
    float sum = 0.0f;
    for (int64_t k0 = 0; k0 < depth; k0 += tile) {
        const int64_t down = k0 + threadIdx.y;
        const int64_t across = k0 + threadIdx.x;
        left[threadIdx.y][threadIdx.x] = i < rows && across < depth ? a[i * depth + across] : 0.0f;
        right[threadIdx.y][threadIdx.x]
            = down < depth && j < columns ? b[down * columns + j] : 0.0f;
        __syncthreads();
        for (int k = 0; k < tile; ++k)
            sum += left[threadIdx.y][k] * right[k][threadIdx.x];
        // another __syncthreads() belongs here
    }
    if (i < rows && j < columns)
        c[i * columns + j] = sum;
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t depth = dim(call->inputs[0], 1);
    const int64_t columns = dim(call->inputs[1], 1);
    const dim3 blocks(static_cast<unsigned>((columns + 15) / 16),
                      static_cast<unsigned>((rows + 15) / 16));
    multiply<<<blocks, dim3(16, 16), 0, static_cast<cudaStream_t>(call->stream)>>>(
        input<float>(call, 0), input<float>(call, 1), output<float>(call, 0), rows, columns, depth);
    return 0;
}
