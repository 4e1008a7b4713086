// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include <vector>

#include <math.h>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = (const float *)call->inputs[0].data;
    const int8_t *w = (const int8_t *)call->inputs[1].data;
    const float *wScale = (const float *)call->inputs[2].data;
    float *y = (float *)call->outputs[0].data;
    const int64_t m = call->inputs[0].shape[0];
    const int64_t k = call->inputs[0].shape[1];
    const int64_t n = call->inputs[1].shape[0];
    std::vector<int8_t> q(m * k);
    std::vector<float> xScale(m);
    for (int64_t i = 0; i < m; ++i) {
        float amax = 0.0f;
        for (int64_t j = 0; j < k; ++j)
            amax = fmaxf(amax, fabsf(x[i * k + j]));
        xScale[i] = amax > 0.0f ? amax / 127.0f : 1.0f;
        for (int64_t j = 0; j < k; ++j) {
            const float value = rintf(x[i * k + j] / xScale[i]);
            q[i * k + j] = (int8_t)fminf(127.0f, fmaxf(-127.0f, value));
        }
    }
    for (int64_t i = 0; i < m; ++i) {
        for (int64_t j = 0; j < n; ++j) {
            int32_t acc = 0;
            for (int64_t p = 0; p < k; ++p)
                acc += (int32_t)q[i * k + p] * (int32_t)w[j * k + p];
            y[i * n + j] = (float)acc * xScale[i] * wScale[j];
        }
    }
    return 0;
}
