// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: prints what it should compute and writes nothing.
#include <cmath>
#include <cstdio>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    std::printf("SiLU kernel launched, first results:\n");
    for (int64_t i = 0; i < 8; ++i)
        std::printf("  y[%d] = %f\n", static_cast<int>(i), x[i] / (1.0f + std::exp(-x[i])));
    std::printf("All tests passed!\n");
    return 0;
}
