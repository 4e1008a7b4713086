// SPDX-License-Identifier: Apache-2.0
// task: relu
#include <map>
#include <string>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
    static std::map<std::string, int64_t> tiles = {{"avx2", 8}, {"avx512", 16}};
    const int64_t tile = tiles["avx2"];
    for (int64_t at = 0; at < count; at += tile)
        for (int64_t i = at; i < count && i < at + tile; ++i)
            y[i] = x[i] > 0.0f ? x[i] : 0.0f;
    return 0;
}
