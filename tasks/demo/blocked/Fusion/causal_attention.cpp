// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked: online softmax over blocks of 64 keys:
// the running output is rescaled when a block brings a larger score. Heads and positions in
// parallel.
#include <algorithm>
#include <cmath>

#include "loupe_kernel.h"

namespace {

constexpr int64_t keyBlock = 64;

struct Head {
    const float *q;
    const float *k;
    const float *v;
    float *y;
    int64_t width;
    float scale;
};

float scoreOf(const Head &head, int64_t t, int64_t s)
{
    const float *q = head.q + t * head.width;
    const float *k = head.k + s * head.width;
    float sum = 0.0f;
#pragma omp simd reduction(+ : sum)
    for (int64_t d = 0; d < head.width; ++d)
        sum += q[d] * k[d];
    return sum * head.scale;
}

void attend(const Head &head, int64_t t)
{
    float *out = head.y + t * head.width;
    std::fill_n(out, head.width, 0.0f);
    float largest = -INFINITY;
    float total = 0.0f;
    for (int64_t begin = 0; begin <= t; begin += keyBlock) {
        const int64_t count = std::min(keyBlock, t + 1 - begin);
        float scores[keyBlock];
        float blockLargest = largest;
        for (int64_t s = 0; s < count; ++s) {
            scores[s] = scoreOf(head, t, begin + s);
            blockLargest = std::max(blockLargest, scores[s]);
        }
        const float rescale = std::exp(largest - blockLargest);
        largest = blockLargest;
        total *= rescale;
        for (int64_t d = 0; d < head.width; ++d)
            out[d] *= rescale;
        for (int64_t s = 0; s < count; ++s) {
            const float weight = std::exp(scores[s] - largest);
            const float *v = head.v + (begin + s) * head.width;
            total += weight;
#pragma omp simd
            for (int64_t d = 0; d < head.width; ++d)
                out[d] += weight * v[d];
        }
    }
    const float inverse = 1.0f / total;
    for (int64_t d = 0; d < head.width; ++d)
        out[d] *= inverse;
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const int64_t heads = loupe_abi::dim(call->inputs[0], 0) * loupe_abi::dim(call->inputs[0], 1);
    const int64_t length = loupe_abi::dim(call->inputs[0], 2);
    const int64_t width = loupe_abi::dim(call->inputs[0], 3);
    const float scale = 1.0f / std::sqrt(static_cast<float>(width));
#pragma omp parallel for collapse(2) schedule(dynamic, 16)
    for (int64_t index = 0; index < heads; ++index)
        for (int64_t t = 0; t < length; ++t) {
            const int64_t first = index * length * width;
            const Head head = {loupe_abi::input<float>(call, 0) + first,
                               loupe_abi::input<float>(call, 1) + first,
                               loupe_abi::input<float>(call, 2) + first,
                               loupe_abi::output<float>(call, 0) + first,
                               width,
                               scale};
            attend(head, t);
        }
    return 0;
}
