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
    const double smoothing = call->attributes[0];
    double loss = 0.0;
    for (int64_t b = 0; b < batches; ++b) {
        const float *x = logits + b * classes;
        double largest = x[0];
        for (int64_t i = 1; i < classes; ++i)
            largest = std::fmax(largest, x[i]);
        double exps = 0.0;
        double sum = 0.0;
        for (int64_t i = 0; i < classes; ++i) {
            exps += std::exp(x[i] - largest);
            sum += x[i];
        }
        const double value = largest + std::log(exps) - (1.0 - smoothing) * x[target[b]]
            - smoothing * sum / static_cast<double>(classes);
        row[b] = static_cast<float>(value);
        loss += value;
    }
    *loupe_abi::output<float>(call, 1) = static_cast<float>(loss / static_cast<double>(batches));
    return 0;
}
