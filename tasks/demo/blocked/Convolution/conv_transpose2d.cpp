// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked: the columns of an output row that are
// equal modulo the stride see the same taps, so each such phase is a dense, vectorised correlation.
#include <algorithm>
#include <vector>

#include "loupe_kernel.h"

namespace {

struct Sizes {
    int64_t channels, filters, height, width, tapsH, tapsW, stride, padding, outHeight, outWidth;
};

// Sums one phase: sum[t] belongs to output column phase + t * stride of row i.
void collectPhase(const Sizes &size, const float *image, const float *weight, int64_t k, int64_t i,
                  int64_t phase, float *sum, int64_t count)
{
    for (int64_t c = 0; c < size.channels; ++c) {
        const float *filter = weight + (c * size.filters + k) * size.tapsH * size.tapsW;
        for (int64_t r = (i + size.padding) % size.stride; r < size.tapsH; r += size.stride) {
            if (r > i + size.padding)
                break;
            const int64_t h = (i + size.padding - r) / size.stride;
            if (h >= size.height)
                continue;
            const float *row = image + (c * size.height + h) * size.width;
            for (int64_t s = (phase + size.padding) % size.stride; s < size.tapsW;
                 s += size.stride) {
                // Exact: stride divides phase + padding - s, which may be negative.
                const int64_t shift = (phase + size.padding - s) / size.stride;
                const int64_t end = std::min(count, size.width - shift);
                const float tap = filter[r * size.tapsW + s];
#pragma omp simd
                for (int64_t t = std::max<int64_t>(0, -shift); t < end; ++t)
                    sum[t] += tap * row[t + shift];
            }
        }
    }
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *weight = loupe_abi::input<float>(call, 1);
    const float *bias = loupe_abi::input<float>(call, 2);
    float *y = loupe_abi::output<float>(call, 0);
    const DLTensor &in = call->inputs[0];
    const DLTensor &taps = call->inputs[1];
    const DLTensor &out = call->outputs[0];
    const Sizes size = {in.shape[1],
                        taps.shape[1],
                        in.shape[2],
                        in.shape[3],
                        taps.shape[2],
                        taps.shape[3],
                        static_cast<int64_t>(call->attributes[0]),
                        static_cast<int64_t>(call->attributes[1]),
                        out.shape[2],
                        out.shape[3]};
    const int64_t planes = in.shape[0] * size.filters;
#pragma omp parallel
    {
        std::vector<float> sum(static_cast<size_t>(size.outWidth));
#pragma omp for collapse(2) schedule(static)
        for (int64_t plane = 0; plane < planes; ++plane)
            for (int64_t i = 0; i < size.outHeight; ++i) {
                const int64_t k = plane % size.filters;
                const float *image
                    = x + plane / size.filters * size.channels * size.height * size.width;
                float *row = y + (plane * size.outHeight + i) * size.outWidth;
                for (int64_t phase = 0; phase < size.stride; ++phase) {
                    const int64_t count = (size.outWidth - phase + size.stride - 1) / size.stride;
                    std::fill_n(sum.data(), count, bias[k]);
                    collectPhase(size, image, weight, k, i, phase, sum.data(), count);
                    for (int64_t t = 0; t < count; ++t)
                        row[phase + t * size.stride] = sum[static_cast<size_t>(t)];
                }
            }
    }
    return 0;
}
