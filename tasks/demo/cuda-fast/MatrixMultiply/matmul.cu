// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-cuda-fast.
// Tiles of 64 x 64 in shared memory, 4 x 4 sums in the registers of each thread.
#include "loupe_kernel.h"

namespace {

constexpr int tile = 64;  ///< rows and columns of a block
constexpr int slice = 16; ///< of the depth, in shared memory at a time
constexpr int each = 4;   ///< rows and columns of a thread

__global__ void __launch_bounds__(256)
    multiply(const float *a, const float *b, float *c, int64_t rows, int64_t columns, int64_t depth)
{
    __shared__ float left[slice][tile + 1]; // transposed; the odd width spreads it over all banks
    __shared__ float right[slice][tile];
    const int64_t firstRow = static_cast<int64_t>(blockIdx.y) * tile;
    const int64_t firstColumn = static_cast<int64_t>(blockIdx.x) * tile;
    const int thread = static_cast<int>(threadIdx.y * 16 + threadIdx.x);
    float sums[each][each] = {};
    for (int64_t k0 = 0; k0 < depth; k0 += slice) {
        for (int i = thread; i < tile * slice; i += 256) {
            const int64_t row = firstRow + i / slice;
            const int64_t k = k0 + i % slice;
            left[i % slice][i / slice] = row < rows && k < depth ? a[row * depth + k] : 0.0f;
        }
        for (int i = thread; i < tile * slice; i += 256) {
            const int64_t k = k0 + i / tile;
            const int64_t column = firstColumn + i % tile;
            right[i / tile][i % tile]
                = k < depth && column < columns ? b[k * columns + column] : 0.0f;
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < slice; ++k) {
            float l[each];
            float r[each];
#pragma unroll
            for (int n = 0; n < each; ++n) {
                l[n] = left[k][threadIdx.y + 16 * n];
                r[n] = right[k][threadIdx.x + 16 * n];
            }
#pragma unroll
            for (int m = 0; m < each; ++m)
#pragma unroll
                for (int n = 0; n < each; ++n)
                    sums[m][n] += l[m] * r[n];
        }
        __syncthreads();
    }
    for (int m = 0; m < each; ++m) {
        for (int n = 0; n < each; ++n) {
            const int64_t row = firstRow + threadIdx.y + 16 * m;
            const int64_t column = firstColumn + threadIdx.x + 16 * n;
            if (row < rows && column < columns)
                c[row * columns + column] = sums[m][n];
        }
    }
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t depth = dim(call->inputs[0], 1);
    const int64_t columns = dim(call->inputs[1], 1);
    const dim3 blocks(static_cast<unsigned>((columns + tile - 1) / tile),
                      static_cast<unsigned>((rows + tile - 1) / tile));
    multiply<<<blocks, dim3(16, 16), 0, static_cast<cudaStream_t>(call->stream)>>>(
        input<float>(call, 0), input<float>(call, 1), output<float>(call, 0), rows, columns, depth);
    return 0;
}
