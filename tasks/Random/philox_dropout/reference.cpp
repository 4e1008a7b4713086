// SPDX-License-Identifier: Apache-2.0
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *x = input<float>(call, 0);
    float *y = output<float>(call, 0);
    uint8_t *mask = output<uint8_t>(call, 1);
    const double p = call->attributes[0];
    const uint64_t seed = static_cast<uint64_t>(call->attributes[1]);
    const int64_t count = dim(call->inputs[0], 0);
    for (int64_t i = 0; i < count; ++i) {
        uint32_t c[4] = {static_cast<uint32_t>(i / 4), 0, 0, 0};
        uint32_t k[2] = {static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)};
        for (int round = 0; round < 10; ++round) {
            const uint64_t product0 = uint64_t{0xD2511F53} * c[0];
            const uint64_t product1 = uint64_t{0xCD9E8D57} * c[2];
            c[0] = static_cast<uint32_t>(product1 >> 32) ^ c[1] ^ k[0];
            c[1] = static_cast<uint32_t>(product1);
            c[2] = static_cast<uint32_t>(product0 >> 32) ^ c[3] ^ k[1];
            c[3] = static_cast<uint32_t>(product0);
            k[0] += 0x9E3779B9;
            k[1] += 0xBB67AE85;
        }
        const double u = (c[i % 4] >> 8) / 16777216.0;
        mask[i] = u >= p ? 1 : 0;
        y[i] = u >= p ? static_cast<float>(x[i] / (1.0 - p)) : 0.0f;
    }
    return 0;
}
