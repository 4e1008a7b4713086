// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-cuda-fast.
// A block takes 32 neighbouring columns; its 16 warps share the rows and add up in shared memory.
#include "loupe_kernel.h"

namespace {

constexpr int columnsOfBlock = 32;
constexpr int warps = 16;

__global__ void __launch_bounds__(columnsOfBlock *warps)
    sumColumns(const float *x, float *y, int64_t length, int64_t inner)
{
    const int64_t column = static_cast<int64_t>(blockIdx.x) * columnsOfBlock + threadIdx.x;
    const float *first = x + blockIdx.y * length * inner + column;
    float sum = 0.0f;
    if (column < inner) {
#pragma unroll 8
        for (int64_t n = threadIdx.y; n < length; n += warps)
            sum += first[n * inner];
    }
    __shared__ float parts[warps][columnsOfBlock];
    parts[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y != 0 || column >= inner)
        return;
    for (int warp = 1; warp < warps; ++warp)
        sum += parts[warp][threadIdx.x];
    y[blockIdx.y * inner + column] = sum;
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const DLTensor &x = call->inputs[0];
    const dim3 blocks(static_cast<unsigned>((dim(x, 2) + columnsOfBlock - 1) / columnsOfBlock),
                      static_cast<unsigned>(dim(x, 0)));
    sumColumns<<<blocks, dim3(columnsOfBlock, warps), 0, static_cast<cudaStream_t>(call->stream)>>>(
        input<float>(call, 0), output<float>(call, 0), dim(x, 1), dim(x, 2));
    return 0;
}
