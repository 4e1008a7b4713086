// SPDX-License-Identifier: Apache-2.0
// Baseline on a GPU: one thread for each sum.
#include "loupe_kernel.h"

namespace {

__global__ void sumColumns(const float *x, float *y, int64_t outer, int64_t length, int64_t inner)
{
    const int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= outer * inner)
        return;
    const float *first = x + i / inner * length * inner + i % inner;
    float sum = 0.0f;
    for (int64_t n = 0; n < length; ++n)
        sum += first[n * inner];
    y[i] = sum;
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const DLTensor &x = call->inputs[0];
    const int64_t sums = numel(call->outputs[0]);
    sumColumns<<<static_cast<unsigned>((sums + 255) / 256), 256, 0,
                 static_cast<cudaStream_t>(call->stream)>>>(
        input<float>(call, 0), output<float>(call, 0), dim(x, 0), dim(x, 1), dim(x, 2));
    return 0;
}
