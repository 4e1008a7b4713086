// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-cuda-failing.
// Wrong: four elements at a time, and what is left over is copied instead of computed.
#include "loupe_kernel.h"

namespace {

__global__ void expQuads(const float *x, float *y, int64_t count)
{
    const int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < count / 4) {
        for (int64_t k = 4 * i; k < 4 * i + 4; ++k)
            y[k] = expf(x[k]);
    } else if (const int64_t k = 4 * (count / 4) + i - count / 4; k < count) {
        y[k] = x[k]; // the last one to three elements
    }
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t count = numel(call->inputs[0]);
    const auto blocks = static_cast<unsigned>((count / 4 + 3 + 255) / 256);
    expQuads<<<blocks, 256, 0, static_cast<cudaStream_t>(call->stream)>>>(
        input<float>(call, 0), output<float>(call, 0), count);
    return 0;
}
