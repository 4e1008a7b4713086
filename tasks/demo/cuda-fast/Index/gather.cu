// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-cuda-fast.
// A block stays within one row, so that nothing is divided, and each thread has four loads in
// flight.
#include "loupe_kernel.h"

namespace {

constexpr int threads = 256;
constexpr int each = 4;

__global__ void __launch_bounds__(threads)
    gatherRow(const float *x, const int64_t *index, float *y, int64_t columns, int64_t picks)
{
    const float *row = x + blockIdx.y * columns;
    const int64_t *wanted = index + blockIdx.y * picks;
    const int64_t first = static_cast<int64_t>(blockIdx.x) * threads * each + threadIdx.x;
    float values[each];
#pragma unroll
    for (int k = 0; k < each; ++k) {
        const int64_t i = first + int64_t{k} * threads;
        values[k] = i < picks ? row[wanted[i]] : 0.0f;
    }
#pragma unroll
    for (int k = 0; k < each; ++k) {
        const int64_t i = first + int64_t{k} * threads;
        if (i < picks)
            y[blockIdx.y * picks + i] = values[k];
    }
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t picks = dim(call->inputs[1], 1);
    const dim3 blocks(static_cast<unsigned>((picks + threads * each - 1) / (threads * each)),
                      static_cast<unsigned>(dim(call->inputs[0], 0)));
    gatherRow<<<blocks, threads, 0, static_cast<cudaStream_t>(call->stream)>>>(
        input<float>(call, 0), input<int64_t>(call, 1), output<float>(call, 0),
        dim(call->inputs[0], 1), picks);
    return 0;
}
