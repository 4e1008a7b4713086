// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include <vector>

#include <math.h>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const int64_t batch = call->inputs[0].shape[0];
    const int64_t n = call->inputs[0].shape[1];
    float *sign = (float *)call->outputs[0].data;
    float *logabsdet = (float *)call->outputs[1].data;
    for (int64_t s = 0; s < batch; ++s) {
        const float *a = (const float *)call->inputs[0].data + s * n * n;
        std::vector<float> u(a, a + n * n);
        sign[s] = 1.0f;
        logabsdet[s] = 0.0f;
        for (int64_t k = 0; k < n; ++k) {
            int64_t pivot = k;
            for (int64_t i = k + 1; i < n; ++i) {
                if (fabsf(u[i * n + k]) > fabsf(u[pivot * n + k]))
                    pivot = i;
            }
            if (pivot != k) {
                for (int64_t j = 0; j < n; ++j) {
                    const float other = u[k * n + j];
                    u[k * n + j] = u[pivot * n + j];
                    u[pivot * n + j] = other;
                }
                sign[s] = -sign[s];
            }
            if (u[k * n + k] < 0.0f)
                sign[s] = -sign[s];
            logabsdet[s] += logf(fabsf(u[k * n + k]));
            for (int64_t i = k + 1; i < n; ++i) {
                const float factor = u[i * n + k] / u[k * n + k];
                for (int64_t j = k + 1; j < n; ++j)
                    u[i * n + j] -= factor * u[k * n + j];
            }
        }
    }
    return 0;
}
