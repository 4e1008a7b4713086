// SPDX-License-Identifier: Apache-2.0
// task: relu
// needs: gpu
#include <cstdio>
#include <cstdlib>

#include <cuda_runtime.h>

#include "loupe_kernel.h"

#define CHECK_CUDA(call)                                                                           \
    do {                                                                                           \
        cudaError_t error = (call);                                                                \
        if (error != cudaSuccess) {                                                                \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error));         \
            exit(EXIT_FAILURE);                                                                    \
        }                                                                                          \
    } while (0)

inline void gpuAssert(cudaError_t code, const char *file, int line, bool ends = true)
{
    if (code != cudaSuccess) {
        fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
        if (ends)
            exit(code);
    }
}

static void handle(cudaError_t error)
{
    if (error != cudaSuccess)
        std::exit(1);
}

static void handleOther(cudaError_t error)
{
    if (error != cudaSuccess)
        abort();
}

__global__ void relu(const float *x, float *y, int64_t count)
{
    const int64_t i = blockIdx.x * int64_t{blockDim.x} + threadIdx.x;
    if (i < count)
        y[i] = x[i] > 0.0f ? x[i] : 0.0f;
}

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
    relu<<<static_cast<unsigned>((count + 255) / 256), 256>>>(x, y, count);
    CHECK_CUDA(cudaGetLastError());
    gpuAssert(cudaPeekAtLastError(), __FILE__, __LINE__);
    handle(cudaPeekAtLastError());
    handleOther(cudaPeekAtLastError());
    return 0;
}
