// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-cuda-plain.
// Right, and slow: exp is computed in double, at a fraction of the rate of float.
#include "loupe_kernel.h"

namespace {

__global__ void expElements(const float *x, float *y, int64_t count)
{
    const int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < count)
        y[i] = static_cast<float>(exp(static_cast<double>(x[i])));
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t count = numel(call->inputs[0]);
    const auto blocks = static_cast<unsigned>((count + 255) / 256);
    expElements<<<blocks, 256, 0, static_cast<cudaStream_t>(call->stream)>>>(
        input<float>(call, 0), output<float>(call, 0), count);
    return 0;
}
