// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = (const float *)call->inputs[0].data;
    float *mean = (float *)call->outputs[0].data;
    float *variance = (float *)call->outputs[1].data;
    const int64_t b = call->inputs[0].shape[0];
    const int64_t n = call->inputs[0].shape[1];
    for (int64_t row = 0; row < b; ++row) {
        // Welford's update: one pass, stable.
        float m = 0.0f;
        float m2 = 0.0f;
        for (int64_t i = 0; i < n; ++i) {
            const float value = x[row * n + i];
            const float delta = value - m;
            m += delta / (float)(i + 1);
            m2 += delta * (value - m);
        }
        mean[row] = m;
        variance[row] = m2 / (float)(n - 1);
    }
    return 0;
}
