// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-cuda-failing.
// Wrong: works on a stream of its own that nobody waits for. When the call returns and its stream
// is idle, the outputs are still on their way.
#include "loupe_kernel.h"

namespace {

/// Slow enough to be late: also adds up (1 + x / 2^k)^(2^k) for many k, of which nothing is used.
__global__ void expBySquaring(const float *x, float *y, int64_t count)
{
    const int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    double unused = 0;
    for (int doublings = 1; doublings <= 40; ++doublings) {
        double value = 1.0 + static_cast<double>(x[i]) / static_cast<double>(1LL << doublings);
        for (int k = 0; k < doublings; ++k)
            value *= value;
        unused += value;
    }
    y[i] = expf(x[i]) + 0.0f * static_cast<float>(unused);
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    static cudaStream_t mine = nullptr;
    if (mine == nullptr)
        cudaStreamCreateWithFlags(&mine, cudaStreamNonBlocking);
    const int64_t count = numel(call->inputs[0]);
    const auto blocks = static_cast<unsigned>((count + 255) / 256);
    expBySquaring<<<blocks, 256, 0, mine>>>(input<float>(call, 0), output<float>(call, 0), count);
    return 0; // neither call->stream nor anybody else waits for `mine`
}
