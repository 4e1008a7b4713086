// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked: pairs, nibbles and bytes are summed
// within the word, without a branch, so that it vectorises on every CPU.
#include "loupe_kernel.h"

namespace {

inline int32_t popcount(uint32_t bits)
{
    bits = bits - ((bits >> 1) & 0x55555555u);
    bits = (bits & 0x33333333u) + ((bits >> 2) & 0x33333333u);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0fu;
    return static_cast<int32_t>((bits * 0x01010101u) >> 24);
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const int32_t *a = loupe_abi::input<int32_t>(call, 0);
    const int32_t *b = loupe_abi::input<int32_t>(call, 1);
    int32_t *y = loupe_abi::output<int32_t>(call, 0);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
#pragma omp parallel for simd schedule(static)
    for (int64_t i = 0; i < count; ++i)
        y[i] = popcount(static_cast<uint32_t>(a[i]) ^ static_cast<uint32_t>(b[i]));
    return 0;
}
