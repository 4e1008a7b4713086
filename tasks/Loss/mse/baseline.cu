// SPDX-License-Identifier: Apache-2.0
// Baseline on a GPU: one block for each row, then one block for all rows.
#include "loupe_kernel.h"

namespace {

constexpr int threads = 256;

__device__ float blockSum(float value)
{
    __shared__ float parts[threads];
    parts[threadIdx.x] = value;
    __syncthreads();
    for (unsigned half = threads / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            parts[threadIdx.x] += parts[threadIdx.x + half];
        __syncthreads();
    }
    return parts[0];
}

__global__ void meanOfRows(const float *prediction, const float *target, float *row,
                           int64_t columns)
{
    const int64_t first = blockIdx.x * columns;
    float sum = 0.0f;
    for (int64_t i = threadIdx.x; i < columns; i += threads) {
        const float difference = prediction[first + i] - target[first + i];
        sum += difference * difference;
    }
    sum = blockSum(sum);
    if (threadIdx.x == 0)
        row[blockIdx.x] = sum / static_cast<float>(columns);
}

__global__ void meanOfAll(const float *row, float *loss, int64_t rows)
{
    float sum = 0.0f;
    for (int64_t b = threadIdx.x; b < rows; b += threads)
        sum += row[b];
    sum = blockSum(sum);
    if (threadIdx.x == 0)
        *loss = sum / static_cast<float>(rows);
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t rows = dim(call->inputs[0], 0);
    const auto stream = static_cast<cudaStream_t>(call->stream);
    meanOfRows<<<static_cast<unsigned>(rows), threads, 0, stream>>>(
        input<float>(call, 0), input<float>(call, 1), output<float>(call, 0),
        dim(call->inputs[0], 1));
    meanOfAll<<<1, threads, 0, stream>>>(output<float>(call, 0), output<float>(call, 1), rows);
    return 0;
}
