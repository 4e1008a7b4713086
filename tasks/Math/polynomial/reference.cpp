// SPDX-License-Identifier: Apache-2.0
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *x = input<float>(call, 0);
    const float *c = input<float>(call, 1);
    float *y = output<float>(call, 0);
    const int64_t count = numel(call->inputs[0]);
    const int64_t terms = numel(call->inputs[1]);
    for (int64_t i = 0; i < count; ++i) {
        double sum = 0.0;
        double power = 1.0;
        for (int64_t d = 0; d < terms; ++d) {
            sum += c[d] * power;
            power *= x[i];
        }
        y[i] = static_cast<float>(sum);
    }
    return 0;
}
