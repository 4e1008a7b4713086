// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: the binary search stops shrinking: it hangs.
#include <vector>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const int32_t *weights = loupe_abi::input<int32_t>(call, 0);
    const float *u = loupe_abi::input<float>(call, 1);
    int32_t *index = loupe_abi::output<int32_t>(call, 0);
    const int64_t rows = loupe_abi::dim(call->inputs[0], 0);
    const int64_t n = loupe_abi::dim(call->inputs[0], 1);
    const int64_t m = loupe_abi::dim(call->inputs[1], 1);
    std::vector<double> cumulative(n);
    for (int64_t b = 0; b < rows; ++b) {
        double total = 0.0;
        for (int64_t i = 0; i < n; ++i)
            cumulative[i] = total += weights[b * n + i];
        for (int64_t s = 0; s < m; ++s) {
            const double wanted = u[b * m + s] * total;
            volatile int64_t low = 0;
            volatile int64_t high = n - 1;
            while (low < high) {
                const int64_t middle = (low + high) / 2;
                if (cumulative[middle] > wanted)
                    high = middle;
                else
                    low = middle;
            }
            index[b * m + s] = static_cast<int32_t>(low);
        }
    }
    return 0;
}
