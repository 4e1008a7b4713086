// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-cuda-fast.
// A thread keeps up to 16 elements of the row in registers, loaded four at a time where rows allow
// it: the row is read once. Longer rows are read again. Warps add by shuffles.
#include "loupe_kernel.h"

namespace {

constexpr int threads = 256;
constexpr int kept = 16; ///< elements of each thread

/// Where a thread's k-th element lies, where it loads `width` at a time.
template <int width>
__device__ int64_t place(int k)
{
    return (int64_t{k / width} * threads + threadIdx.x) * width + k % width;
}

/// Elements of a row from `i` on; 0 behind its end.
template <int width>
__device__ void load(const float *row, int64_t i, int64_t columns, float *values)
{
    if constexpr (width == 4) {
        const float4 quad
            = i < columns ? *reinterpret_cast<const float4 *>(row + i) : float4{0, 0, 0, 0};
        values[0] = quad.x;
        values[1] = quad.y;
        values[2] = quad.z;
        values[3] = quad.w;
    } else {
        values[0] = i < columns ? row[i] : 0.0f;
    }
}

__device__ float blockSum(float value)
{
    __shared__ float parts[threads / 32];
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_xor_sync(0xFFFFFFFFU, value, distance);
    __syncthreads(); // nobody still reads what the call before left
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = value;
    __syncthreads();
    float sum = 0.0f;
    for (int warp = 0; warp < threads / 32; ++warp)
        sum += parts[warp];
    return sum;
}

template <int width>
__global__ void __launch_bounds__(threads)
    layernormRows(const float *x, const float *gamma, const float *beta, float *y, int64_t columns,
                  float epsilon)
{
    constexpr int64_t keptColumns = int64_t{kept} * threads;
    const float *row = x + blockIdx.x * columns;
    float *result = y + blockIdx.x * columns;
    float values[kept];
#pragma unroll
    for (int k = 0; k < kept; k += width)
        load<width>(row, place<width>(k), columns, values + k);
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < kept; ++k)
        sum += values[k];
    for (int64_t i = keptColumns + threadIdx.x; i < columns; i += threads)
        sum += row[i];
    const float mean = blockSum(sum) / static_cast<float>(columns);
    float squares = 0.0f;
#pragma unroll
    for (int k = 0; k < kept; ++k)
        squares += place<width>(k) < columns ? (values[k] - mean) * (values[k] - mean) : 0.0f;
    for (int64_t i = keptColumns + threadIdx.x; i < columns; i += threads)
        squares += (row[i] - mean) * (row[i] - mean);
    const float scale = rsqrtf(blockSum(squares) / static_cast<float>(columns) + epsilon);
#pragma unroll
    for (int k = 0; k < kept; k += width) {
        const int64_t i = place<width>(k);
        if (i >= columns)
            continue;
        float factors[width];
        float offsets[width];
        load<width>(gamma, i, columns, factors);
        load<width>(beta, i, columns, offsets);
#pragma unroll
        for (int n = 0; n < width; ++n)
            values[k + n] = (values[k + n] - mean) * scale * factors[n] + offsets[n];
        if constexpr (width == 4)
            *reinterpret_cast<float4 *>(result + i)
                = {values[k], values[k + 1], values[k + 2], values[k + 3]};
        else
            result[i] = values[k];
    }
    for (int64_t i = keptColumns + threadIdx.x; i < columns; i += threads)
        result[i] = (row[i] - mean) * scale * gamma[i] + beta[i];
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const auto rows = static_cast<unsigned>(dim(call->inputs[0], 0));
    const int64_t columns = dim(call->inputs[0], 1);
    const auto stream = static_cast<cudaStream_t>(call->stream);
    const float *x = input<float>(call, 0);
    const float *gamma = input<float>(call, 1);
    const float *beta = input<float>(call, 2);
    float *y = output<float>(call, 0);
    const auto epsilon = static_cast<float>(call->attributes[0]);
    if (columns % 4 == 0) // then every row starts where a float4 may
        layernormRows<4><<<rows, threads, 0, stream>>>(x, gamma, beta, y, columns, epsilon);
    else
        layernormRows<1><<<rows, threads, 0, stream>>>(x, gamma, beta, y, columns, epsilon);
    return 0;
}
