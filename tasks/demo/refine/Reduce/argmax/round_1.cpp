// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-refine.
#include <algorithm>
#include <vector>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    int64_t *index = loupe_abi::output<int64_t>(call, 0);
    float *value = loupe_abi::output<float>(call, 1);
    const int64_t rows = loupe_abi::dim(call->inputs[0], 0);
    const int64_t n = loupe_abi::dim(call->inputs[0], 1);
    for (int64_t b = 0; b < rows; ++b) {
        std::vector<std::pair<float, int64_t>> pairs;
        for (int64_t i = 0; i < n; ++i)
            pairs.emplace_back(x[b * n + i], i);
        const auto largest = *std::max_element(pairs.begin(), pairs.end());
        index[b] = largest.second;
        value[b] = largest.first;
    }
    return 0;
}
