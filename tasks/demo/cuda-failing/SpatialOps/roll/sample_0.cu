// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-cuda-failing.
// Wrong: a negative shift stays negative, because % keeps the sign in C++. The first row is written
// to before the start of y.
#include "loupe_kernel.h"

namespace {

__global__ void rollElements(const float *x, float *y, int64_t count, int64_t height, int64_t width,
                             int64_t down, int64_t right)
{
    const int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    const int64_t w = (i % width + right) % width;
    const int64_t h = (i / width % height + down) % height;
    y[(i / width / height * height + h) * width + w] = x[i];
}

int64_t wrapped(double shift, int64_t size)
{
    return static_cast<int64_t>(shift) % size;
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t height = dim(call->inputs[0], 1);
    const int64_t width = dim(call->inputs[0], 2);
    const int64_t count = numel(call->inputs[0]);
    rollElements<<<static_cast<unsigned>((count + 255) / 256), 256, 0,
                   static_cast<cudaStream_t>(call->stream)>>>(
        input<float>(call, 0), output<float>(call, 0), count, height, width,
        wrapped(call->attributes[0], height), wrapped(call->attributes[1], width));
    return 0;
}
