// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: rows are swapped for the pivot, but the sign is never flipped.
#include <cmath>
#include <utility>
#include <vector>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *a = loupe_abi::input<float>(call, 0);
    float *sign = loupe_abi::output<float>(call, 0);
    float *logabsdet = loupe_abi::output<float>(call, 1);
    const int64_t batches = loupe_abi::dim(call->inputs[0], 0);
    const int64_t n = loupe_abi::dim(call->inputs[0], 1);
    for (int64_t b = 0; b < batches; ++b) {
        std::vector<double> lu(a + b * n * n, a + (b + 1) * n * n);
        double sum = 0.0;
        float s = 1.0f;
        for (int64_t k = 0; k < n; ++k) {
            int64_t pivot = k;
            for (int64_t i = k + 1; i < n; ++i) {
                if (std::fabs(lu[i * n + k]) > std::fabs(lu[pivot * n + k]))
                    pivot = i;
            }
            for (int64_t j = 0; j < n; ++j)
                std::swap(lu[k * n + j], lu[pivot * n + j]);
            if (lu[k * n + k] < 0)
                s = -s;
            sum += std::log(std::fabs(lu[k * n + k]));
            for (int64_t i = k + 1; i < n; ++i) {
                const double factor = lu[i * n + k] / lu[k * n + k];
                for (int64_t j = k; j < n; ++j)
                    lu[i * n + j] -= factor * lu[k * n + j];
            }
        }
        sign[b] = s;
        logabsdet[b] = static_cast<float>(sum);
    }
    return 0;
}
