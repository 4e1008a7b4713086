// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: the mask leaves out the position itself: the first row is 0 / 0.
#include <cmath>
#include <vector>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *q = loupe_abi::input<float>(call, 0);
    const float *k = loupe_abi::input<float>(call, 1);
    const float *v = loupe_abi::input<float>(call, 2);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t heads = loupe_abi::dim(call->inputs[0], 0) * loupe_abi::dim(call->inputs[0], 1);
    const int64_t ts = loupe_abi::dim(call->inputs[0], 2);
    const int64_t ds = loupe_abi::dim(call->inputs[0], 3);
    const double scale = 1.0 / std::sqrt(static_cast<double>(ds));
    std::vector<double> scores(ts);
    for (int64_t h = 0; h < heads; ++h) {
        const int64_t head = h * ts * ds;
        for (int64_t t = 0; t < ts; ++t) {
            double largest = -INFINITY;
            for (int64_t s = 0; s < t; ++s) {
                double dot = 0.0;
                for (int64_t d = 0; d < ds; ++d)
                    dot += static_cast<double>(q[head + t * ds + d]) * k[head + s * ds + d];
                scores[s] = dot * scale;
                largest = std::fmax(largest, scores[s]);
            }
            double sum = 0.0;
            for (int64_t s = 0; s < t; ++s) {
                scores[s] = std::exp(scores[s] - largest);
                sum += scores[s];
            }
            for (int64_t d = 0; d < ds; ++d) {
                double value = 0.0;
                for (int64_t s = 0; s < t; ++s)
                    value += scores[s] * v[head + s * ds + d];
                y[head + t * ds + d] = static_cast<float>(value / sum);
            }
        }
    }
    return 0;
}
