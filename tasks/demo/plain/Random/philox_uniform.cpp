// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include "loupe_kernel.h"

static void philox(uint32_t c[4], uint32_t k0, uint32_t k1)
{
    for (int r = 0; r < 10; ++r) {
        const uint64_t p0 = (uint64_t)0xD2511F53u * c[0];
        const uint64_t p1 = (uint64_t)0xCD9E8D57u * c[2];
        const uint32_t n0 = (uint32_t)(p1 >> 32) ^ c[1] ^ k0;
        const uint32_t n2 = (uint32_t)(p0 >> 32) ^ c[3] ^ k1;
        c[0] = n0;
        c[1] = (uint32_t)p1;
        c[2] = n2;
        c[3] = (uint32_t)p0;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
}

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const int32_t *key = (const int32_t *)call->inputs[0].data;
    float *u = (float *)call->outputs[0].data;
    const uint64_t offset = (uint64_t)call->attributes[0];
    const int64_t n = call->outputs[0].shape[0];
    for (int64_t i = 0; i < n; i += 4) {
        const uint64_t t = offset + (uint64_t)i / 4;
        uint32_t c[4] = {(uint32_t)t, (uint32_t)(t >> 32), 0, 0};
        philox(c, (uint32_t)key[0], (uint32_t)key[1]);
        for (int j = 0; j < 4 && i + j < n; ++j)
            u[i + j] = (float)(c[j] >> 8) * 0x1p-24f;
    }
    return 0;
}
