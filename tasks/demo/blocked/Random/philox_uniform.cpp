// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include <algorithm>

#include "loupe_kernel.h"

namespace {

constexpr int64_t lanes = 64;

// Blocks `first` … `first` + lanes - 1, the words of one position side by side.
void philox(uint64_t first, uint32_t k0, uint32_t k1, uint32_t (&c)[4][lanes])
{
    for (int64_t lane = 0; lane < lanes; ++lane) {
        const uint64_t t = first + static_cast<uint64_t>(lane);
        c[0][lane] = static_cast<uint32_t>(t);
        c[1][lane] = static_cast<uint32_t>(t >> 32);
        c[2][lane] = c[3][lane] = 0;
    }
    for (int round = 0; round < 10; ++round) {
#pragma omp simd
        for (int64_t lane = 0; lane < lanes; ++lane) {
            const uint64_t product0 = uint64_t{0xD2511F53} * c[0][lane];
            const uint64_t product1 = uint64_t{0xCD9E8D57} * c[2][lane];
            c[0][lane] = static_cast<uint32_t>(product1 >> 32) ^ c[1][lane] ^ k0;
            c[2][lane] = static_cast<uint32_t>(product0 >> 32) ^ c[3][lane] ^ k1;
            c[1][lane] = static_cast<uint32_t>(product1);
            c[3][lane] = static_cast<uint32_t>(product0);
        }
        k0 += 0x9E3779B9;
        k1 += 0xBB67AE85;
    }
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    constexpr int64_t chunk = 4 * lanes;
    const uint32_t *key = input<uint32_t>(call, 0);
    const uint64_t offset = static_cast<uint64_t>(call->attributes[0]);
    const int64_t count = dim(call->outputs[0], 0);
#pragma omp parallel for schedule(static) if (count > 16384)
    for (int64_t start = 0; start < count; start += chunk) {
        uint32_t c[4][lanes];
        philox(offset + static_cast<uint64_t>(start / 4), key[0], key[1], c);
        float *__restrict u = output<float>(call, 0) + start;
        if (count - start >= chunk) {
            for (int64_t lane = 0; lane < lanes; ++lane)
                for (int word = 0; word < 4; ++word)
                    u[4 * lane + word] = static_cast<float>(c[word][lane] >> 8) * 0x1p-24f;
        } else {
            for (int64_t k = 0; k < count - start; ++k)
                u[k] = static_cast<float>(c[k % 4][k / 4] >> 8) * 0x1p-24f;
        }
    }
    return 0;
}
