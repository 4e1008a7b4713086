// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain: powers of x, term by term, in float.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *c = loupe_abi::input<float>(call, 1);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
    const int64_t terms = loupe_abi::numel(call->inputs[1]);
    for (int64_t i = 0; i < count; ++i) {
        float sum = c[0];
        float power = 1.0f;
        for (int64_t d = 1; d < terms; ++d) {
            power *= x[i];
            sum += c[d] * power;
        }
        y[i] = sum;
    }
    return 0;
}
