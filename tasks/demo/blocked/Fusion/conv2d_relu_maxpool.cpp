// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked: one convolution row at a time in a small
// buffer, folded into the pooled output row at once; nothing larger than a row is stored.
#include <algorithm>
#include <vector>

#include "loupe_kernel.h"

namespace {

struct Sizes {
    int64_t channels, height, width, tapsH, tapsW, padding, columns;
};

// Row i of the convolution of one sample with one filter.
void convolveRow(const Sizes &size, const float *image, const float *filter, float bias, int64_t i,
                 float *row)
{
    std::fill_n(row, size.columns, bias);
    for (int64_t c = 0; c < size.channels; ++c)
        for (int64_t r = 0; r < size.tapsH; ++r) {
            const int64_t h = i + r - size.padding;
            if (h < 0 || h >= size.height)
                continue;
            const float *in = image + (c * size.height + h) * size.width;
            const float *taps = filter + (c * size.tapsH + r) * size.tapsW;
            for (int64_t s = 0; s < size.tapsW; ++s) {
                const int64_t shift = s - size.padding;
                const int64_t end = std::min(size.columns, size.width - shift);
                const float tap = taps[s];
#pragma omp simd
                for (int64_t j = std::max<int64_t>(0, -shift); j < end; ++j)
                    row[j] += tap * in[j + shift];
            }
        }
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *w = loupe_abi::input<float>(call, 1);
    const float *bias = loupe_abi::input<float>(call, 2);
    float *y = loupe_abi::output<float>(call, 0);
    const DLTensor &in = call->inputs[0];
    const DLTensor &taps = call->inputs[1];
    const int64_t padding = static_cast<int64_t>(call->attributes[0]);
    const int64_t pool = static_cast<int64_t>(call->attributes[1]);
    const Sizes size = {in.shape[1],
                        in.shape[2],
                        in.shape[3],
                        taps.shape[2],
                        taps.shape[3],
                        padding,
                        in.shape[3] + 2 * padding - taps.shape[3] + 1};
    const int64_t filters = taps.shape[0];
    const int64_t planes = in.shape[0] * filters;
    const int64_t outRows = loupe_abi::dim(call->outputs[0], 2);
    const int64_t outColumns = loupe_abi::dim(call->outputs[0], 3);
#pragma omp parallel
    {
        std::vector<float> row(static_cast<size_t>(size.columns));
#pragma omp for collapse(2) schedule(static)
        for (int64_t plane = 0; plane < planes; ++plane)
            for (int64_t i = 0; i < outRows; ++i) {
                const int64_t k = plane % filters;
                const float *image = x + plane / filters * size.channels * size.height * size.width;
                const float *filter = w + k * size.channels * size.tapsH * size.tapsW;
                float *out = y + (plane * outRows + i) * outColumns;
                std::fill_n(out, outColumns, 0.0f);
                for (int64_t p = 0; p < pool; ++p) {
                    convolveRow(size, image, filter, bias[k], i * pool + p, row.data());
                    for (int64_t j = 0; j < outColumns * pool; ++j)
                        out[j / pool] = std::max(out[j / pool], row[static_cast<size_t>(j)]);
                }
            }
    }
    return 0;
}
