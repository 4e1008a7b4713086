// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-cuda-failing.
// Wrong: adds to outputs that it never cleared, which hold whatever was there before.
#include "loupe_kernel.h"

namespace {

__global__ void addElements(const float *x, float *y, int64_t count, int64_t length, int64_t inner)
{
    const int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < count)
        atomicAdd(&y[i / (length * inner) * inner + i % inner], x[i]);
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const DLTensor &x = call->inputs[0];
    const int64_t count = numel(x);
    addElements<<<static_cast<unsigned>((count + 255) / 256), 256, 0,
                  static_cast<cudaStream_t>(call->stream)>>>(
        input<float>(call, 0), output<float>(call, 0), count, dim(x, 1), dim(x, 2));
    return 0;
}
