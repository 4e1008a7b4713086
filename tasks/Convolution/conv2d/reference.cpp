// SPDX-License-Identifier: Apache-2.0
#include "loupe_kernel.h"

namespace {

struct Geometry {
    int64_t strideH, strideW, paddingH, paddingW, dilationH, dilationW, groups;
};

struct Sizes {
    int64_t channels, filters; // per group
    int64_t height, width, tapsH, tapsW;
};

// One output element without its bias; x and w point at the group's channels and the filter.
double correlate(const float *x, const float *w, const Sizes &size, const Geometry &geometry,
                 int64_t i, int64_t j)
{
    double sum = 0.0;
    for (int64_t c = 0; c < size.channels; ++c)
        for (int64_t r = 0; r < size.tapsH; ++r)
            for (int64_t s = 0; s < size.tapsW; ++s) {
                const int64_t h = i * geometry.strideH - geometry.paddingH + r * geometry.dilationH;
                const int64_t v = j * geometry.strideW - geometry.paddingW + s * geometry.dilationW;
                if (h < 0 || h >= size.height || v < 0 || v >= size.width)
                    continue;
                sum += static_cast<double>(x[(c * size.height + h) * size.width + v])
                    * w[(c * size.tapsH + r) * size.tapsW + s];
            }
    return sum;
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *x = input<float>(call, 0);
    const float *w = input<float>(call, 1);
    const float *bias = input<float>(call, 2);
    float *y = output<float>(call, 0);
    const auto attribute = [call](int i) { return static_cast<int64_t>(call->attributes[i]); };
    const Geometry geometry = {attribute(0), attribute(1), attribute(2), attribute(3),
                               attribute(4), attribute(5), attribute(6)};
    const int64_t samples = dim(call->inputs[0], 0);
    const int64_t filters = dim(call->inputs[1], 0);
    const Sizes size
        = {dim(call->inputs[1], 1), filters / geometry.groups, dim(call->inputs[0], 2),
           dim(call->inputs[0], 3), dim(call->inputs[1], 2),   dim(call->inputs[1], 3)};
    const int64_t outHeight = dim(call->outputs[0], 2);
    const int64_t outWidth = dim(call->outputs[0], 3);
    for (int64_t n = 0; n < samples; ++n)
        for (int64_t k = 0; k < filters; ++k) {
            const int64_t group = k / size.filters;
            const int64_t firstChannel = (n * geometry.groups + group) * size.channels;
            const float *image = x + firstChannel * size.height * size.width;
            const float *filter = w + k * size.channels * size.tapsH * size.tapsW;
            for (int64_t i = 0; i < outHeight; ++i)
                for (int64_t j = 0; j < outWidth; ++j)
                    y[((n * filters + k) * outHeight + i) * outWidth + j] = static_cast<float>(
                        bias[k] + correlate(image, filter, size, geometry, i, j));
        }
    return 0;
}
