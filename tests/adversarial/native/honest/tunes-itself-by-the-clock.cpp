// SPDX-License-Identifier: Apache-2.0
// task: MatrixMultiply/matmul
#include <algorithm>
#include <chrono>
#include <vector>

#include "loupe_kernel.h"

using namespace loupe_abi;

static void product(const float *a, const float *b, float *c, int64_t m, int64_t n, int64_t k,
                    int64_t block)
{
    std::vector<double> sums(static_cast<size_t>(n));
    for (int64_t i = 0; i < m; ++i) {
        std::fill(sums.begin(), sums.end(), 0.0);
        for (int64_t from = 0; from < n; from += block)
            for (int64_t l = 0; l < k; ++l)
                for (int64_t j = from; j < std::min(n, from + block); ++j)
                    sums[static_cast<size_t>(j)]
                        += static_cast<double>(a[i * k + l]) * b[l * n + j];
        for (int64_t j = 0; j < n; ++j)
            c[i * n + j] = static_cast<float>(sums[static_cast<size_t>(j)]);
    }
}

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using Clock = std::chrono::steady_clock;
    static const int64_t blocks[] = {8, 16, 32, 96};
    static Clock::duration best[4] = {Clock::duration::max(), Clock::duration::max(),
                                      Clock::duration::max(), Clock::duration::max()};
    static int tried = 0;
    const int which
        = tried < 12 ? tried % 4 : static_cast<int>(std::min_element(best, best + 4) - best);
    const Clock::time_point begin = Clock::now();
    product(input<float>(call, 0), input<float>(call, 1), output<float>(call, 0),
            dim(call->inputs[0], 0), dim(call->inputs[1], 1), dim(call->inputs[0], 1),
            blocks[which]);
    best[which] = std::min(best[which], Clock::now() - begin);
    ++tried;
    return 0;
}
