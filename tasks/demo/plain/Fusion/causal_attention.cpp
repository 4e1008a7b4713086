// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain: all scores of a position, their softmax,
// then the weighted sum of the values.
#include <cmath>
#include <vector>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const int64_t heads = loupe_abi::dim(call->inputs[0], 0) * loupe_abi::dim(call->inputs[0], 1);
    const int64_t length = loupe_abi::dim(call->inputs[0], 2);
    const int64_t width = loupe_abi::dim(call->inputs[0], 3);
    const float scale = 1.0f / std::sqrt(static_cast<float>(width));
    std::vector<float> scores(static_cast<size_t>(length));
    float *weight = scores.data();
    for (int64_t head = 0; head < heads; ++head) {
        const float *q = loupe_abi::input<float>(call, 0) + head * length * width;
        const float *k = loupe_abi::input<float>(call, 1) + head * length * width;
        const float *v = loupe_abi::input<float>(call, 2) + head * length * width;
        float *y = loupe_abi::output<float>(call, 0) + head * length * width;
        for (int64_t t = 0; t < length; ++t) {
            float largest = -INFINITY;
            for (int64_t s = 0; s <= t; ++s) {
                float sum = 0.0f;
                for (int64_t d = 0; d < width; ++d)
                    sum += q[t * width + d] * k[s * width + d];
                weight[s] = sum * scale;
                if (weight[s] > largest)
                    largest = weight[s];
            }
            float total = 0.0f;
            for (int64_t s = 0; s <= t; ++s) {
                weight[s] = std::exp(weight[s] - largest);
                total += weight[s];
            }
            for (int64_t d = 0; d < width; ++d) {
                float sum = 0.0f;
                for (int64_t s = 0; s <= t; ++s)
                    sum += weight[s] * v[s * width + d];
                y[t * width + d] = sum / total;
            }
        }
    }
    return 0;
}
