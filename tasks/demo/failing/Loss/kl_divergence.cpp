// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: sums into scratch memory that nobody set to zero.
#include <cmath>
#include <cstdlib>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *logits = loupe_abi::input<float>(call, 0);
    const float *p = loupe_abi::input<float>(call, 1);
    float *row = loupe_abi::output<float>(call, 0);
    const int64_t batches = loupe_abi::dim(call->inputs[0], 0);
    const int64_t classes = loupe_abi::dim(call->inputs[0], 1);
    double *sums = static_cast<double *>(std::malloc(sizeof(double) * batches));
    double loss = 0.0;
    for (int64_t b = 0; b < batches; ++b) {
        const float *x = logits + b * classes;
        double largest = x[0];
        for (int64_t i = 1; i < classes; ++i)
            largest = std::fmax(largest, x[i]);
        double exps = 0.0;
        for (int64_t i = 0; i < classes; ++i)
            exps += std::exp(x[i] - largest);
        const double logSum = largest + std::log(exps);
        for (int64_t i = 0; i < classes; ++i) {
            const double q = p[b * classes + i];
            if (q > 0.0)
                sums[b] += q * (std::log(q) - (x[i] - logSum));
        }
        row[b] = static_cast<float>(sums[b]);
        loss += sums[b];
    }
    *loupe_abi::output<float>(call, 1) = static_cast<float>(loss / batches);
    std::free(sums);
    return 0;
}
