// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: stores whole vectors at addresses that are not aligned for them.
#include <cmath>
#include <vector>

#include <immintrin.h>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *gamma = loupe_abi::input<float>(call, 1);
    const float *w = loupe_abi::input<float>(call, 2);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t m = loupe_abi::dim(call->inputs[0], 0);
    const int64_t k = loupe_abi::dim(call->inputs[0], 1);
    const int64_t n = loupe_abi::dim(call->inputs[2], 0);
    for (int64_t i = 0; i < m; ++i) {
        double squares = 0.0;
        for (int64_t p = 0; p < k; ++p)
            squares += static_cast<double>(x[i * k + p]) * x[i * k + p];
        const double scale
            = 1.0 / std::sqrt(squares / static_cast<double>(k) + call->attributes[0]);
        std::vector<float> row(n);
        for (int64_t j = 0; j < n; ++j) {
            double sum = 0.0;
            for (int64_t p = 0; p < k; ++p)
                sum += x[i * k + p] * scale * gamma[p] * w[j * k + p];
            row[j] = static_cast<float>(sum);
        }
        for (int64_t j = 0; j + 4 <= n; j += 4)
            _mm_stream_ps(y + i * n + j, _mm_loadu_ps(row.data() + j));
        for (int64_t j = n / 4 * 4; j < n; ++j)
            y[i * n + j] = row[j];
    }
    return 0;
}
