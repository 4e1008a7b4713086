// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include <algorithm>
#include <cmath>
#include <vector>

#include "loupe_kernel.h"

// A sum is above the mark exactly when it is above the mark's whole part: bisection on whole
// numbers, without branches.
extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t categories = dim(call->inputs[0], 1);
    const int64_t samples = dim(call->inputs[1], 1);
#pragma omp parallel
    {
        std::vector<int32_t> cumulative(categories);
#pragma omp for schedule(static)
        for (int64_t b = 0; b < rows; ++b) {
            const int32_t *weights = input<int32_t>(call, 0) + b * categories;
            const float *u = input<float>(call, 1) + b * samples;
            int32_t total = 0;
            for (int64_t i = 0; i < categories; ++i)
                cumulative[i] = total += weights[i];
            for (int64_t s = 0; s < samples; ++s) {
                const int32_t mark = static_cast<int32_t>(static_cast<double>(u[s]) * total);
                const int32_t *first = cumulative.data();
                int64_t length = categories;
                while (length > 1) {
                    const int64_t half = length / 2;
                    first += first[half - 1] <= mark ? half : 0;
                    length -= half;
                }
                output<int32_t>(call, 0)[b * samples + s]
                    = static_cast<int32_t>(first - cumulative.data());
            }
        }
    }
    return 0;
}
