// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: keeps a tile of 64 MiB on the stack: it overflows.
#include "loupe_kernel.h"

namespace {

float sumOfTile(const float *a, const float *b, int64_t i, int64_t j, int64_t m, int64_t n)
{
    volatile float tile[4096][4096];
    for (int64_t k = 0; k <= i; ++k)
        tile[k][j] = a[i * m + k] * b[k * n + j];
    float sum = 0.0f;
    for (int64_t k = 0; k <= i; ++k)
        sum += tile[k][j];
    return sum;
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *a = loupe_abi::input<float>(call, 0);
    const float *b = loupe_abi::input<float>(call, 1);
    float *c = loupe_abi::output<float>(call, 0);
    const int64_t m = loupe_abi::dim(call->inputs[0], 0);
    const int64_t n = loupe_abi::dim(call->inputs[1], 1);
    for (int64_t i = 0; i < m; ++i) {
        for (int64_t j = 0; j < n; ++j)
            c[i * n + j] = sumOfTile(a, b, i, j, m, n);
    }
    return 0;
}
