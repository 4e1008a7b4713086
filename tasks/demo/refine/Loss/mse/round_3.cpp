// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-refine.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *prediction = loupe_abi::input<float>(call, 0);
    const float *target = loupe_abi::input<float>(call, 1);
    float *row = loupe_abi::output<float>(call, 0);
    float *loss = loupe_abi::output<float>(call, 1);
    const int64_t batches = loupe_abi::dim(call->inputs[0], 0);
    const int64_t n = loupe_abi::dim(call->inputs[0], 1);
    double total = 0.0;
    for (int64_t b = 0; b < batches; ++b) {
        float sum = 0.0f;
#pragma omp simd reduction(+ : sum)
        for (int64_t i = 0; i < n; ++i) {
            const float d = prediction[b * n + i] - target[b * n + i];
            sum += d * d;
        }
        row[b] = sum / static_cast<float>(n);
        total += row[b];
    }
    *loss = static_cast<float>(total / static_cast<double>(batches));
    return 0;
}
