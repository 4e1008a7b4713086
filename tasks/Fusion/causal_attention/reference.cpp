// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <vector>

#include "loupe_kernel.h"

namespace {

double dot(const float *a, const float *b, int64_t count)
{
    double sum = 0.0;
    for (int64_t i = 0; i < count; ++i)
        sum += static_cast<double>(a[i]) * b[i];
    return sum;
}

// The output at position t of one head; weights is room for t + 1 numbers.
void attend(const float *q, const float *k, const float *v, float *y, int64_t t, int64_t width,
            double *weights)
{
    double largest = -INFINITY;
    for (int64_t s = 0; s <= t; ++s) {
        weights[s]
            = dot(q + t * width, k + s * width, width) / std::sqrt(static_cast<double>(width));
        largest = std::fmax(largest, weights[s]);
    }
    double total = 0.0;
    for (int64_t s = 0; s <= t; ++s) {
        weights[s] = std::exp(weights[s] - largest);
        total += weights[s];
    }
    for (int64_t d = 0; d < width; ++d) {
        double sum = 0.0;
        for (int64_t s = 0; s <= t; ++s)
            sum += weights[s] * v[s * width + d];
        y[t * width + d] = static_cast<float>(sum / total);
    }
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *q = input<float>(call, 0);
    const float *k = input<float>(call, 1);
    const float *v = input<float>(call, 2);
    float *y = output<float>(call, 0);
    const int64_t heads = dim(call->inputs[0], 0) * dim(call->inputs[0], 1);
    const int64_t length = dim(call->inputs[0], 2);
    const int64_t width = dim(call->inputs[0], 3);
    std::vector<double> weights(static_cast<size_t>(length));
    for (int64_t head = 0; head < heads; ++head) {
        const int64_t first = head * length * width;
        for (int64_t t = 0; t < length; ++t)
            attend(q + first, k + first, v + first, y + first, t, width, weights.data());
    }
    return 0;
}
