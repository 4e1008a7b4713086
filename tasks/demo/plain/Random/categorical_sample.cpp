// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include <vector>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const int32_t *weights = (const int32_t *)call->inputs[0].data;
    const float *u = (const float *)call->inputs[1].data;
    int32_t *index = (int32_t *)call->outputs[0].data;
    const int64_t b = call->inputs[0].shape[0];
    const int64_t n = call->inputs[0].shape[1];
    const int64_t m = call->inputs[1].shape[1];
    std::vector<double> cdf(n);
    for (int64_t row = 0; row < b; ++row) {
        double sum = 0.0;
        for (int64_t i = 0; i < n; ++i) {
            sum += weights[row * n + i];
            cdf[i] = sum;
        }
        for (int64_t s = 0; s < m; ++s) {
            const double mark = (double)u[row * m + s] * sum;
            int32_t found = (int32_t)(n - 1);
            for (int64_t i = 0; i < n; ++i) {
                if (cdf[i] > mark) {
                    found = (int32_t)i;
                    break;
                }
            }
            index[row * m + s] = found;
        }
    }
    return 0;
}
