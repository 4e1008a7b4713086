// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked: an estimate from the exponent bits and
// three Newton steps; multiplications only, so it vectorises without a square root or a division.
#include <bit>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
#pragma omp parallel for simd schedule(static)
    for (int64_t i = 0; i < count; ++i) {
        const float half = 0.5f * x[i];
        float root = std::bit_cast<float>(0x5f375a86 - (std::bit_cast<int32_t>(x[i]) >> 1));
        root *= 1.5f - half * root * root;
        root *= 1.5f - half * root * root;
        root += root * (0.5f - half * root * root);
        y[i] = root;
    }
    return 0;
}
