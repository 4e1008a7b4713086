// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-cuda-fast.
// A block copies one row: where it goes is computed once, and columns wrap without a division.
#include "loupe_kernel.h"

namespace {

constexpr int threads = 256;

__global__ void __launch_bounds__(threads)
    rollRow(const float *x, float *y, int height, int width, int down, int right)
{
    const int plane = static_cast<int>(blockIdx.x) / height;
    int h = static_cast<int>(blockIdx.x) % height + down;
    h -= h >= height ? height : 0;
    const float *from = x + static_cast<int64_t>(blockIdx.x) * width;
    float *to = y + (static_cast<int64_t>(plane) * height + h) * width;
    for (int i = static_cast<int>(threadIdx.x); i < width; i += threads) {
        const int w = i + right;
        to[w >= width ? w - width : w] = from[i];
    }
}

int64_t wrapped(double shift, int64_t size)
{
    return (static_cast<int64_t>(shift) % size + size) % size;
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t height = dim(call->inputs[0], 1);
    const int64_t width = dim(call->inputs[0], 2);
    const int64_t rows = dim(call->inputs[0], 0) * height;
    rollRow<<<static_cast<unsigned>(rows), threads, 0, static_cast<cudaStream_t>(call->stream)>>>(
        input<float>(call, 0), output<float>(call, 0), static_cast<int>(height),
        static_cast<int>(width), static_cast<int>(wrapped(call->attributes[0], height)),
        static_cast<int>(wrapped(call->attributes[1], width)));
    return 0;
}
