// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked: patches of an output row are laid out as
// a matrix (im2col); each filter is then a chain of vectorised multiply-adds over the row.
#include <algorithm>
#include <vector>

#include "loupe_kernel.h"

namespace {

struct Geometry {
    int64_t stride[2], padding[2], dilation[2], groups;
    int64_t channels, filters; // per group
    int64_t size[2], taps[2], out[2];
};

// patches[tap][j] for output row i; taps outside the image become zeros.
void gatherRow(const Geometry &g, const float *image, int64_t i, float *patches)
{
    for (int64_t c = 0; c < g.channels; ++c)
        for (int64_t r = 0; r < g.taps[0]; ++r)
            for (int64_t s = 0; s < g.taps[1]; ++s, patches += g.out[1]) {
                const int64_t h = i * g.stride[0] - g.padding[0] + r * g.dilation[0];
                if (h < 0 || h >= g.size[0]) {
                    std::fill_n(patches, g.out[1], 0.0f);
                    continue;
                }
                const float *row = image + (c * g.size[0] + h) * g.size[1];
                const int64_t first = s * g.dilation[1] - g.padding[1];
                for (int64_t j = 0; j < g.out[1]; ++j) {
                    const int64_t v = first + j * g.stride[1];
                    patches[j] = v >= 0 && v < g.size[1] ? row[v] : 0.0f;
                }
            }
}

void filterRow(const float *patches, const float *filter, int64_t taps, float bias, float *out,
               int64_t width)
{
    constexpr int64_t block = 32;
    for (int64_t begin = 0; begin < width; begin += block) {
        const int64_t count = std::min(block, width - begin);
        float sum[block];
        std::fill_n(sum, block, bias);
        for (int64_t tap = 0; tap < taps; ++tap) {
            const float *patch = patches + tap * width + begin;
#pragma omp simd
            for (int64_t j = 0; j < count; ++j)
                sum[j] += filter[tap] * patch[j];
        }
        std::copy_n(sum, count, out + begin);
    }
}

Geometry geometryOf(const LoupeCall *call)
{
    const auto attribute = [call](int i) { return static_cast<int64_t>(call->attributes[i]); };
    const DLTensor &x = call->inputs[0];
    const DLTensor &w = call->inputs[1];
    const DLTensor &y = call->outputs[0];
    const int64_t groups = attribute(6);
    return {{attribute(0), attribute(1)},
            {attribute(2), attribute(3)},
            {attribute(4), attribute(5)},
            groups,
            w.shape[1],
            w.shape[0] / groups,
            {x.shape[2], x.shape[3]},
            {w.shape[2], w.shape[3]},
            {y.shape[2], y.shape[3]}};
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *w = loupe_abi::input<float>(call, 1);
    const float *bias = loupe_abi::input<float>(call, 2);
    float *y = loupe_abi::output<float>(call, 0);
    const Geometry g = geometryOf(call);
    const int64_t blocks = loupe_abi::dim(call->inputs[0], 0) * g.groups; // sample and group
    const int64_t taps = g.channels * g.taps[0] * g.taps[1];
#pragma omp parallel
    {
        std::vector<float> patches(static_cast<size_t>(taps * g.out[1]));
#pragma omp for collapse(2) schedule(static)
        for (int64_t block = 0; block < blocks; ++block)
            for (int64_t i = 0; i < g.out[0]; ++i) {
                gatherRow(g, x + block * g.channels * g.size[0] * g.size[1], i, patches.data());
                for (int64_t f = 0; f < g.filters; ++f) {
                    const int64_t k = block % g.groups * g.filters + f;
                    float *out = y + ((block * g.filters + f) * g.out[0] + i) * g.out[1];
                    filterRow(patches.data(), w + k * taps, taps, bias[k], out, g.out[1]);
                }
            }
    }
    return 0;
}
