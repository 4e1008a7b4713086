// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: leaves the work to a BLAS that is not linked.
#include "loupe_kernel.h"

extern "C" void cblas_saxpy(int n, float alpha, const float *x, int incx, float *y, int incy);
extern "C" void cblas_sscal(int n, float alpha, float *x, int incx);

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *c = loupe_abi::input<float>(call, 1);
    float *y = loupe_abi::output<float>(call, 0);
    const int n = static_cast<int>(loupe_abi::numel(call->inputs[0]));
    const int terms = static_cast<int>(loupe_abi::numel(call->inputs[1]));
    for (int i = 0; i < n; ++i)
        y[i] = 1.0f;
    cblas_sscal(n, c[0], y, 1);
    for (int d = 1; d < terms; ++d)
        cblas_saxpy(n, c[d], x, 1, y, 1);
    return 0;
}
