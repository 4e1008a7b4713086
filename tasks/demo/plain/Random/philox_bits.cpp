// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include "loupe_kernel.h"

static void mulhilo(uint32_t a, uint32_t b, uint32_t *hi, uint32_t *lo)
{
    const uint64_t product = (uint64_t)a * (uint64_t)b;
    *hi = (uint32_t)(product >> 32);
    *lo = (uint32_t)product;
}

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const int32_t *counter = (const int32_t *)call->inputs[0].data;
    const int32_t *key = (const int32_t *)call->inputs[1].data;
    int32_t *bits = (int32_t *)call->outputs[0].data;
    const int64_t n = call->inputs[0].shape[0];
    for (int64_t i = 0; i < n; ++i) {
        uint32_t c0 = (uint32_t)counter[4 * i];
        uint32_t c1 = (uint32_t)counter[4 * i + 1];
        uint32_t c2 = (uint32_t)counter[4 * i + 2];
        uint32_t c3 = (uint32_t)counter[4 * i + 3];
        uint32_t k0 = (uint32_t)key[0];
        uint32_t k1 = (uint32_t)key[1];
        for (int r = 0; r < 10; ++r) {
            if (r > 0) {
                k0 += 0x9E3779B9u;
                k1 += 0xBB67AE85u;
            }
            uint32_t hi0, lo0, hi1, lo1;
            mulhilo(0xD2511F53u, c0, &hi0, &lo0);
            mulhilo(0xCD9E8D57u, c2, &hi1, &lo1);
            c0 = hi1 ^ c1 ^ k0;
            c1 = lo1;
            c2 = hi0 ^ c3 ^ k1;
            c3 = lo0;
        }
        bits[4 * i] = (int32_t)c0;
        bits[4 * i + 1] = (int32_t)c1;
        bits[4 * i + 2] = (int32_t)c2;
        bits[4 * i + 3] = (int32_t)c3;
    }
    return 0;
}
