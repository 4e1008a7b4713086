// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-cuda-failing.
// Wrong: the row is multiplied by the number of columns twice, and read from where no memory is.
#include "loupe_kernel.h"

namespace {

__global__ void gatherElements(const float *x, const int64_t *index, float *y, int64_t columns,
                               int64_t picks, int64_t count)
{
    const int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < count)
        y[i] = x[i / picks * columns * columns + index[i]];
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t count = numel(call->outputs[0]);
    gatherElements<<<static_cast<unsigned>((count + 255) / 256), 256, 0,
                     static_cast<cudaStream_t>(call->stream)>>>(
        input<float>(call, 0), input<int64_t>(call, 1), output<float>(call, 0),
        dim(call->inputs[0], 1), dim(call->inputs[1], 1), count);
    return 0;
}
