// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: writes whole blocks of four only; the rest stays as it was.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const int32_t *key = loupe_abi::input<int32_t>(call, 0);
    float *u = loupe_abi::output<float>(call, 0);
    const int64_t count = loupe_abi::numel(call->outputs[0]);
    const uint64_t offset = static_cast<uint64_t>(call->attributes[0]);
    for (int64_t block = 0; block < count / 4; ++block) {
        const uint64_t t = offset + static_cast<uint64_t>(block);
        uint32_t c[4] = {static_cast<uint32_t>(t), static_cast<uint32_t>(t >> 32), 0, 0};
        uint32_t k0 = static_cast<uint32_t>(key[0]);
        uint32_t k1 = static_cast<uint32_t>(key[1]);
        for (int round = 0; round < 10; ++round) {
            const uint64_t product0 = uint64_t{0xD2511F53u} * c[0];
            const uint64_t product1 = uint64_t{0xCD9E8D57u} * c[2];
            const uint32_t next0 = static_cast<uint32_t>(product1 >> 32) ^ c[1] ^ k0;
            const uint32_t next2 = static_cast<uint32_t>(product0 >> 32) ^ c[3] ^ k1;
            c[1] = static_cast<uint32_t>(product1);
            c[3] = static_cast<uint32_t>(product0);
            c[0] = next0;
            c[2] = next2;
            k0 += 0x9E3779B9u;
            k1 += 0xBB67AE85u;
        }
        for (int64_t j = 0; j < 4; ++j)
            u[4 * block + j] = static_cast<float>(c[j] >> 8) * 0x1p-24f;
    }
    return 0;
}
