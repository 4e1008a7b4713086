// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-cuda-failing.
// Wrong: refuses every shape but multiples of 16 by returning 1, though the task has others.
#include "loupe_kernel.h"

namespace {

__global__ void multiply(const float *a, const float *b, float *c, int64_t rows, int64_t columns,
                         int64_t depth)
{
    const int64_t i = static_cast<int64_t>(blockIdx.y) * blockDim.y + threadIdx.y;
    const int64_t j = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= rows || j >= columns)
        return;
    float sum = 0.0f;
    for (int64_t k = 0; k < depth; ++k)
        sum += a[i * depth + k] * b[k * columns + j];
    c[i * columns + j] = sum;
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t depth = dim(call->inputs[0], 1);
    const int64_t columns = dim(call->inputs[1], 1);
    if (rows % 16 != 0 || columns % 16 != 0 || depth % 16 != 0)
        return 1;
    const dim3 blocks(static_cast<unsigned>((columns + 15) / 16),
                      static_cast<unsigned>((rows + 15) / 16));
    multiply<<<blocks, dim3(16, 16), 0, static_cast<cudaStream_t>(call->stream)>>>(
        input<float>(call, 0), input<float>(call, 1), output<float>(call, 0), rows, columns, depth);
    return 0;
}
