// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-cuda-plain.
// Right, and slow: one thread for each row, and one single thread that adds up the rows.
#include "loupe_kernel.h"

namespace {

__global__ void meanOfRows(const float *prediction, const float *target, float *row, int64_t rows,
                           int64_t columns)
{
    const int64_t b = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (b >= rows)
        return;
    float sum = 0.0f;
    for (int64_t i = b * columns; i < (b + 1) * columns; ++i)
        sum += (prediction[i] - target[i]) * (prediction[i] - target[i]);
    row[b] = sum / static_cast<float>(columns);
}

__global__ void meanOfAll(const float *row, float *loss, int64_t rows)
{
    double sum = 0.0;
    for (int64_t b = 0; b < rows; ++b)
        sum += row[b];
    *loss = static_cast<float>(sum / static_cast<double>(rows));
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t rows = dim(call->inputs[0], 0);
    const auto stream = static_cast<cudaStream_t>(call->stream);
    meanOfRows<<<static_cast<unsigned>((rows + 127) / 128), 128, 0, stream>>>(
        input<float>(call, 0), input<float>(call, 1), output<float>(call, 0), rows,
        dim(call->inputs[0], 1));
    meanOfAll<<<1, 1, 0, stream>>>(output<float>(call, 0), output<float>(call, 1), rows);
    return 0;
}
