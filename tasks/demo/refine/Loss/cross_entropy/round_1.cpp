// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-refine.
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *logits = loupe_abi::input<float>(call, 0);
    const int64_t *target = loupe_abi::input<int64_t>(call, 1);
    float *row = loupe_abi::output<float>(call, 0);
    const int64_t batches = loupe_abi::dim(call->inputs[0], 0);
    const int64_t classes = loupe_abi::dim(call->inputs[0], 1);
    const float smoothing = static_cast<float>(call->attributes[0]);
    float loss = 0.0f;
    for (int64_t b = 0; b < batches; ++b) {
        const float *x = logits + b * classes;
        float exps = 0.0f;
        float sum = 0.0f;
        for (int64_t i = 0; i < classes; ++i) {
            exps += std::exp(x[i]);
            sum += x[i];
        }
        row[b] = std::log(exps) - (1.0f - smoothing) * x[target[b]] - smoothing * sum / classes;
        loss += row[b];
    }
    *loupe_abi::output<float>(call, 1) = loss / batches;
    return 0;
}
