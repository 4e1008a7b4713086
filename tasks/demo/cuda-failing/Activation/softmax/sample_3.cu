// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-cuda-failing.
// Wrong: keeps a whole row in static shared memory, of which there are only 48 KiB: ptxas refuses.
#include "loupe_kernel.h"

namespace {

constexpr int threads = 256;

/// The whole block's maximum or sum, for every thread.
template <typename Combine>
__device__ float combined(float value, Combine combine)
{
    __shared__ float parts[threads];
    __syncthreads(); // nobody still reads what the call before left
    parts[threadIdx.x] = value;
    __syncthreads();
    for (unsigned half = threads / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            parts[threadIdx.x] = combine(parts[threadIdx.x], parts[threadIdx.x + half]);
        __syncthreads();
    }
    return parts[0];
}

__global__ void softmaxRows(const float *x, float *y, int64_t columns)
{
    __shared__ float kept[16384];
    for (int64_t i = threadIdx.x; i < columns && i < 16384; i += threads)
        kept[i] = x[blockIdx.x * columns + i];
    y[blockIdx.x * columns] = kept[threadIdx.x];
    const float *row = x + blockIdx.x * columns;
    float *result = y + blockIdx.x * columns;
    float largest = -INFINITY;
    for (int64_t i = threadIdx.x; i < columns; i += threads)
        largest = fmaxf(largest, row[i]);
    largest = combined(largest, [](float a, float b) { return fmaxf(a, b); });
    float sum = 0.0f;
    for (int64_t i = threadIdx.x; i < columns; i += threads)
        sum += expf(row[i] - largest);
    sum = combined(sum, [](float a, float b) { return a + b; });
    for (int64_t i = threadIdx.x; i < columns; i += threads)
        result[i] = expf(row[i] - largest) / sum;
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const auto rows = static_cast<unsigned>(dim(call->inputs[0], 0));
    softmaxRows<<<rows, threads, 0, static_cast<cudaStream_t>(call->stream)>>>(
        input<float>(call, 0), output<float>(call, 0), dim(call->inputs[0], 1));
    return 0;
}
