// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include <algorithm>
#include <cmath>

#include "loupe_kernel.h"

namespace {

constexpr int64_t lanes = 64;

void philox(uint32_t first, uint32_t k0, uint32_t k1, uint32_t (&c)[4][lanes])
{
    for (int64_t lane = 0; lane < lanes; ++lane) {
        c[0][lane] = first + static_cast<uint32_t>(lane);
        c[1][lane] = c[2][lane] = c[3][lane] = 0;
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

// u >= p is a comparison of whole numbers: word / 2^8 >= ceil(p · 2^24).
extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    constexpr int64_t chunk = 4 * lanes;
    const double p = call->attributes[0];
    const uint64_t seed = static_cast<uint64_t>(call->attributes[1]);
    const uint32_t threshold = static_cast<uint32_t>(std::ceil(p * 0x1p24));
    const float scale = static_cast<float>(1.0 / (1.0 - p));
    const int64_t count = dim(call->inputs[0], 0);
#pragma omp parallel for schedule(static) if (count > 16384)
    for (int64_t start = 0; start < count; start += chunk) {
        uint32_t c[4][lanes];
        philox(static_cast<uint32_t>(start / 4), static_cast<uint32_t>(seed),
               static_cast<uint32_t>(seed >> 32), c);
        uint32_t words[chunk];
        for (int64_t lane = 0; lane < lanes; ++lane)
            for (int word = 0; word < 4; ++word)
                words[4 * lane + word] = c[word][lane];
        const int64_t length = std::min(chunk, count - start);
        const float *__restrict x = input<float>(call, 0) + start;
        float *__restrict y = output<float>(call, 0) + start;
        uint8_t *__restrict mask = output<uint8_t>(call, 1) + start;
#pragma omp simd
        for (int64_t k = 0; k < length; ++k) {
            const bool kept = words[k] >> 8 >= threshold;
            mask[k] = kept ? 1 : 0;
            y[k] = kept ? x[k] * scale : 0.0f;
        }
    }
    return 0;
}
