// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-cuda-plain.
// Right, and slow: one thread goes through a whole row, so that neighbouring threads read far
// apart.
#include "loupe_kernel.h"

namespace {

__global__ void softmaxRows(const float *x, float *y, int64_t rows, int64_t columns)
{
    const int64_t b = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (b >= rows)
        return;
    const float *row = x + b * columns;
    float largest = row[0];
    for (int64_t i = 1; i < columns; ++i)
        largest = fmaxf(largest, row[i]);
    float sum = 0.0f;
    for (int64_t i = 0; i < columns; ++i)
        sum += expf(row[i] - largest);
    for (int64_t i = 0; i < columns; ++i)
        y[b * columns + i] = expf(row[i] - largest) / sum;
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t rows = dim(call->inputs[0], 0);
    softmaxRows<<<static_cast<unsigned>((rows + 31) / 32), 32, 0,
                  static_cast<cudaStream_t>(call->stream)>>>(
        input<float>(call, 0), output<float>(call, 0), rows, dim(call->inputs[0], 1));
    return 0;
}
