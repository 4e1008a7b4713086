// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include <math.h>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *logits = (const float *)call->inputs[0].data;
    const float *p = (const float *)call->inputs[1].data;
    float *row = (float *)call->outputs[0].data;
    float *loss = (float *)call->outputs[1].data;
    const int64_t b = call->inputs[0].shape[0];
    const int64_t c = call->inputs[0].shape[1];
    loss[0] = 0.0f;
    for (int64_t i = 0; i < b; ++i) {
        float largest = logits[i * c];
        for (int64_t j = 1; j < c; ++j)
            largest = fmaxf(largest, logits[i * c + j]);
        float sum = 0.0f;
        for (int64_t j = 0; j < c; ++j)
            sum += expf(logits[i * c + j] - largest);
        const float logSum = logf(sum);
        float kl = 0.0f;
        for (int64_t j = 0; j < c; ++j) {
            const float logQ = logits[i * c + j] - largest - logSum;
            if (p[i * c + j] > 0.0f)
                kl += p[i * c + j] * (logf(p[i * c + j]) - logQ);
        }
        row[i] = kl;
        loss[0] += kl;
    }
    loss[0] /= (float)b;
    return 0;
}
