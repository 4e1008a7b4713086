// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: extern "C" is missing and the arguments are others: the name gets mangled.
#include "loupe_kernel.h"

void loupe_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    for (int i = 0; i < m; ++i) {
        for (int j = 0; j < n; ++j) {
            float sum = 0.0f;
            for (int p = 0; p < k; ++p)
                sum += a[i * k + p] * b[p * n + j];
            c[i * n + j] = sum;
        }
    }
}
