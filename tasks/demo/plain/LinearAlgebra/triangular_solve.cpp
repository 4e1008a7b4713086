// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const int64_t batch = call->inputs[0].shape[0];
    const int64_t n = call->inputs[0].shape[1];
    const int64_t r = call->inputs[1].shape[2];
    for (int64_t s = 0; s < batch; ++s) {
        const float *l = (const float *)call->inputs[0].data + s * n * n;
        const float *b = (const float *)call->inputs[1].data + s * n * r;
        float *x = (float *)call->outputs[0].data + s * n * r;
        for (int64_t c = 0; c < r; ++c) {
            for (int64_t i = 0; i < n; ++i) {
                float sum = b[i * r + c];
                for (int64_t k = 0; k < i; ++k)
                    sum -= l[i * n + k] * x[k * r + c];
                x[i * r + c] = sum / l[i * n + i];
            }
        }
    }
    return 0;
}
