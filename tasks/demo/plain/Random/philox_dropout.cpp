// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = (const float *)call->inputs[0].data;
    float *y = (float *)call->outputs[0].data;
    bool *mask = (bool *)call->outputs[1].data;
    const float p = (float)call->attributes[0];
    const uint64_t seed = (uint64_t)call->attributes[1];
    const int64_t n = call->inputs[0].shape[0];
    for (int64_t block = 0; block * 4 < n; ++block) {
        uint32_t word[4] = {(uint32_t)block, 0, 0, 0};
        uint32_t k0 = (uint32_t)seed;
        uint32_t k1 = (uint32_t)(seed >> 32);
        for (int r = 0; r < 10; ++r) {
            const uint64_t a = (uint64_t)0xD2511F53u * word[0];
            const uint64_t b = (uint64_t)0xCD9E8D57u * word[2];
            word[0] = (uint32_t)(b >> 32) ^ word[1] ^ k0;
            word[1] = (uint32_t)b;
            word[2] = (uint32_t)(a >> 32) ^ word[3] ^ k1;
            word[3] = (uint32_t)a;
            k0 += 0x9E3779B9u;
            k1 += 0xBB67AE85u;
        }
        for (int j = 0; j < 4; ++j) {
            const int64_t i = block * 4 + j;
            if (i >= n)
                break;
            const float u = (float)(word[j] >> 8) * 0x1p-24f;
            mask[i] = u >= p;
            y[i] = mask[i] ? x[i] / (1.0f - p) : 0.0f;
        }
    }
    return 0;
}
