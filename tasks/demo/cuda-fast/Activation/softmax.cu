// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-cuda-fast.
// A thread keeps up to 16 elements of the row in registers, loaded four at a time where rows allow
// it: the row is read once. Warps combine by shuffles. Longer rows are read again.
#include "loupe_kernel.h"

namespace {

constexpr int threads = 512;
constexpr int kept = 16; ///< elements of each thread

/// Where a thread's k-th element lies, where it loads `width` at a time.
template <int width>
__device__ int64_t place(int k)
{
    return (int64_t{k / width} * threads + threadIdx.x) * width + k % width;
}

/// The thread's elements, -infinity behind the end of the row.
template <int width>
__device__ void load(const float *row, int64_t columns, float (&values)[kept])
{
#pragma unroll
    for (int k = 0; k < kept; k += width) {
        const int64_t i = place<width>(k);
        if constexpr (width == 4) {
            const float none = -INFINITY;
            const float4 quad = i < columns ? *reinterpret_cast<const float4 *>(row + i)
                                            : float4{none, none, none, none};
            values[k] = quad.x;
            values[k + 1] = quad.y;
            values[k + 2] = quad.z;
            values[k + 3] = quad.w;
        } else {
            values[k] = i < columns ? row[i] : -INFINITY;
        }
    }
}

template <typename Combine>
__device__ float combined(float value, Combine combine)
{
    __shared__ float parts[threads / 32];
    for (int distance = 16; distance > 0; distance /= 2)
        value = combine(value, __shfl_xor_sync(0xFFFFFFFFU, value, distance));
    __syncthreads(); // nobody still reads what the call before left
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = value;
    __syncthreads();
    value = parts[0];
    for (int warp = 1; warp < threads / 32; ++warp)
        value = combine(value, parts[warp]);
    return value;
}

template <int width>
__global__ void __launch_bounds__(threads) softmaxRows(const float *x, float *y, int64_t columns)
{
    constexpr int64_t keptColumns = int64_t{kept} * threads;
    const float *row = x + blockIdx.x * columns;
    float *result = y + blockIdx.x * columns;
    float values[kept];
    load<width>(row, columns, values);
    float largest = -INFINITY;
#pragma unroll
    for (int k = 0; k < kept; ++k)
        largest = fmaxf(largest, values[k]);
    for (int64_t i = keptColumns + threadIdx.x; i < columns; i += threads)
        largest = fmaxf(largest, row[i]);
    largest = combined(largest, [](float a, float b) { return fmaxf(a, b); });
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < kept; ++k) {
        values[k] = expf(values[k] - largest);
        sum += values[k];
    }
    for (int64_t i = keptColumns + threadIdx.x; i < columns; i += threads)
        sum += expf(row[i] - largest);
    const float scale = 1.0f / combined(sum, [](float a, float b) { return a + b; });
#pragma unroll
    for (int k = 0; k < kept; k += width) {
        const int64_t i = place<width>(k);
        if (i >= columns)
            continue;
        if constexpr (width == 4)
            *reinterpret_cast<float4 *>(result + i)
                = {values[k] * scale, values[k + 1] * scale, values[k + 2] * scale,
                   values[k + 3] * scale};
        else
            result[i] = values[k] * scale;
    }
    for (int64_t i = keptColumns + threadIdx.x; i < columns; i += threads)
        result[i] = expf(row[i] - largest) * scale;
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const auto rows = static_cast<unsigned>(dim(call->inputs[0], 0));
    const int64_t columns = dim(call->inputs[0], 1);
    const auto stream = static_cast<cudaStream_t>(call->stream);
    const float *x = input<float>(call, 0);
    float *y = output<float>(call, 0);
    if (columns % 4 == 0) // then every row starts where a float4 may
        softmaxRows<4><<<rows, threads, 0, stream>>>(x, y, columns);
    else
        softmaxRows<1><<<rows, threads, 0, stream>>>(x, y, columns);
    return 0;
}
