// SPDX-License-Identifier: Apache-2.0
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t planes = dim(call->inputs[0], 0) * dim(call->inputs[0], 1);
    const int64_t area = dim(call->inputs[0], 2) * dim(call->inputs[0], 3);
    for (int64_t plane = 0; plane < planes; ++plane) {
        const float *x = input<float>(call, 0) + plane * area;
        double sum = 0.0;
        float largest = x[0];
        for (int64_t k = 0; k < area; ++k) {
            sum += x[k];
            largest = x[k] > largest ? x[k] : largest;
        }
        output<float>(call, 0)[plane] = static_cast<float>(sum / area);
        output<float>(call, 1)[plane] = largest;
    }
    return 0;
}
