// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <vector>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *x = input<float>(call, 0);
    const int8_t *weight = input<int8_t>(call, 1);
    const int32_t *bias = input<int32_t>(call, 2);
    int8_t *y = output<int8_t>(call, 0);
    const float xScale = static_cast<float>(call->attributes[0]);
    const float xZero = static_cast<float>(call->attributes[1]);
    const int64_t multiplier = static_cast<int64_t>(call->attributes[2]);
    const int shift = static_cast<int>(call->attributes[3]);
    const int64_t yZero = static_cast<int64_t>(call->attributes[4]);
    const int64_t batches = dim(call->inputs[0], 0);
    const int64_t inputs = dim(call->inputs[0], 1);
    const int64_t height = dim(call->inputs[0], 2);
    const int64_t width = dim(call->inputs[0], 3);
    const int64_t outputs = dim(call->inputs[1], 0);

    std::vector<int32_t> q(numel(call->inputs[0])); // quantized, the zero point taken off again
    for (size_t k = 0; k < q.size(); ++k)
        q[k] = static_cast<int32_t>(
            std::clamp(std::nearbyint(x[k] / xScale) + xZero, -128.0f, 127.0f) - xZero);
    for (int64_t n = 0; n < batches; ++n) {
        for (int64_t o = 0; o < outputs; ++o) {
            for (int64_t h = 0; h < height; ++h) {
                for (int64_t w = 0; w < width; ++w) {
                    int32_t sum = bias[o];
                    for (int64_t c = 0; c < inputs; ++c)
                        for (int64_t i = std::max<int64_t>(0, 1 - h);
                             i < std::min<int64_t>(3, height + 1 - h); ++i)
                            for (int64_t j = std::max<int64_t>(0, 1 - w);
                                 j < std::min<int64_t>(3, width + 1 - w); ++j)
                                sum += q[((n * inputs + c) * height + h + i - 1) * width + w + j
                                         - 1]
                                    * weight[((o * inputs + c) * 3 + i) * 3 + j];
                    const int64_t half = int64_t{1} << (shift - 1);
                    const int64_t scaled = (sum * multiplier + half) >> shift; // rounds down
                    *y++ = static_cast<int8_t>(std::clamp<int64_t>(scaled + yZero, -128, 127));
                }
            }
        }
    }
    return 0;
}
