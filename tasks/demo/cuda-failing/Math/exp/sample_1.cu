// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-cuda-failing.
// Wrong: the number of blocks is rounded down, so that the last elements are never written.
#include "loupe_kernel.h"

namespace {

__global__ void expElements(const float *x, float *y, int64_t count)
{
    const int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < count)
        y[i] = expf(x[i]);
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t count = numel(call->inputs[0]);
    const auto blocks = static_cast<unsigned>(count / 256);
    expElements<<<blocks, 256, 0, static_cast<cudaStream_t>(call->stream)>>>(
        input<float>(call, 0), output<float>(call, 0), count);
    return 0;
}
