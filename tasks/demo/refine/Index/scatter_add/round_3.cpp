// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-refine.
#include <cstring>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *source = loupe_abi::input<float>(call, 1);
    const int32_t *index = loupe_abi::input<int32_t>(call, 2);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t columns = loupe_abi::dim(call->inputs[0], 1);
    const int64_t additions = loupe_abi::dim(call->inputs[1], 0);
    std::memcpy(y, call->inputs[0].data, sizeof(float) * loupe_abi::numel(call->inputs[0]));
    // Each thread owns a band of columns, but then every thread reads all of index, and the last
    // columns of a width that is no multiple of the band are nobody's.
    const int64_t band = columns / 4;
#pragma omp parallel for
    for (int64_t t = 0; t < 4; ++t) {
        for (int64_t i = 0; i < additions; ++i) {
            for (int64_t j = t * band; j < (t + 1) * band; ++j)
                y[index[i] * columns + j] += source[i * columns + j];
        }
    }
    return 0;
}
