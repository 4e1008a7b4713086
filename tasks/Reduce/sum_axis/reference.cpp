// SPDX-License-Identifier: Apache-2.0
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *x = input<float>(call, 0);
    float *y = output<float>(call, 0);
    const int64_t outer = dim(call->inputs[0], 0);
    const int64_t length = dim(call->inputs[0], 1);
    const int64_t inner = dim(call->inputs[0], 2);
    for (int64_t a = 0; a < outer; ++a) {
        for (int64_t c = 0; c < inner; ++c) {
            double sum = 0.0;
            for (int64_t n = 0; n < length; ++n)
                sum += x[(a * length + n) * inner + c];
            y[a * inner + c] = static_cast<float>(sum);
        }
    }
    return 0;
}
