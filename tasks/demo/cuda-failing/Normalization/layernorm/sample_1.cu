// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-cuda-failing.
// Wrong: calls a launcher that is declared and nowhere defined.
#include "loupe_kernel.h"

void launchLayernorm(const float *x, const float *gamma, const float *beta, float *y, int64_t rows,
                     int64_t columns, float epsilon, cudaStream_t stream);

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    launchLayernorm(input<float>(call, 0), input<float>(call, 1), input<float>(call, 2),
                    output<float>(call, 0), dim(call->inputs[0], 0), dim(call->inputs[0], 1),
                    static_cast<float>(call->attributes[0]),
                    static_cast<cudaStream_t>(call->stream));
    return 0;
}
