// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-cuda-fast.
// Four elements for each thread, loaded and stored as one float4; what is left over one by one.
#include "loupe_kernel.h"

namespace {

__global__ void expQuads(const float *x, float *y, int64_t count)
{
    const int64_t quads = count / 4;
    const int64_t step = static_cast<int64_t>(gridDim.x) * blockDim.x;
    const int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    for (int64_t i = first; i < quads; i += step) {
        float4 quad = reinterpret_cast<const float4 *>(x)[i];
        quad.x = expf(quad.x);
        quad.y = expf(quad.y);
        quad.z = expf(quad.z);
        quad.w = expf(quad.w);
        reinterpret_cast<float4 *>(y)[i] = quad;
    }
    for (int64_t i = 4 * quads + first; i < count; i += step)
        y[i] = expf(x[i]);
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t count = numel(call->inputs[0]);
    const auto blocks = static_cast<unsigned>((count / 4 + 255) / 256 + 1);
    expQuads<<<blocks, 256, 0, static_cast<cudaStream_t>(call->stream)>>>(
        input<float>(call, 0), output<float>(call, 0), count);
    return 0;
}
