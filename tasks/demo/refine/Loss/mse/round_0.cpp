// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-refine.
#include "loupe_kernel.h"

int32_t loupe_kernel(const float *prediction, const float *target, float *row, float *loss,
                     int64_t batches, int64_t n)
{
    *loss = 0.0f;
    for (int64_t b = 0; b < batches; ++b) {
        row[b] = 0.0f;
        for (int64_t i = 0; i < n; ++i) {
            const float d = prediction[b * n + i] - target[b * n + i];
            row[b] += d * d / n;
        }
        *loss += row[b] / batches;
    }
    return 0;
}
