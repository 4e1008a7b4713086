// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include <algorithm>
#include <cmath>
#include <vector>

#include "loupe_kernel.h"

namespace {

// Adds the nine taps of one input plane (with its border of zeros) to a row of sums.
void addRow(const int16_t *__restrict q, int64_t stride, const int8_t *weight,
            int32_t *__restrict sums, int64_t width)
{
    for (int64_t i = 0; i < 3; ++i) {
        const int16_t *__restrict line = q + i * stride;
        const int32_t w0 = weight[3 * i];
        const int32_t w1 = weight[3 * i + 1];
        const int32_t w2 = weight[3 * i + 2];
#pragma omp simd
        for (int64_t w = 0; w < width; ++w)
            sums[w] += line[w] * w0 + line[w + 1] * w1 + line[w + 2] * w2;
    }
}

} // namespace

// Codes less the zero point lie in a buffer with a border of zeros, so that no tap needs a test.
extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float xScale = static_cast<float>(call->attributes[0]);
    const int32_t xZero = static_cast<int32_t>(call->attributes[1]);
    const int64_t multiplier = static_cast<int64_t>(call->attributes[2]);
    const int shift = static_cast<int>(call->attributes[3]);
    const int64_t yZero = static_cast<int64_t>(call->attributes[4]);
    const int64_t batches = dim(call->inputs[0], 0);
    const int64_t inputs = dim(call->inputs[0], 1);
    const int64_t height = dim(call->inputs[0], 2);
    const int64_t width = dim(call->inputs[0], 3);
    const int64_t outputs = dim(call->inputs[1], 0);
    const int64_t stride = width + 2;
    const int64_t plane = (height + 2) * stride;
    std::vector<int16_t> codes(batches * inputs * plane, 0);
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (int64_t row = 0; row < batches * inputs * height; ++row) {
            const float *__restrict x = input<float>(call, 0) + row * width;
            int16_t *__restrict q
                = codes.data() + row / height * plane + (row % height + 1) * stride + 1;
#pragma omp simd
            for (int64_t w = 0; w < width; ++w) {
                const float level = std::rint(x[w] / xScale) + static_cast<float>(xZero);
                const float above = level < -128.0f ? -128.0f : level;
                const float inside = above > 127.0f ? 127.0f : above;
                q[w] = static_cast<int16_t>(static_cast<int32_t>(inside) - xZero);
            }
        }
        std::vector<int32_t> sums(width);
#pragma omp for schedule(static)
        for (int64_t row = 0; row < batches * outputs * height; ++row) {
            const int64_t h = row % height;
            const int64_t o = row / height % outputs;
            const int64_t n = row / height / outputs;
            std::fill(sums.begin(), sums.end(), input<int32_t>(call, 2)[o]);
            for (int64_t c = 0; c < inputs; ++c)
                addRow(codes.data() + (n * inputs + c) * plane + h * stride, stride,
                       input<int8_t>(call, 1) + (o * inputs + c) * 9, sums.data(), width);
            int8_t *y = output<int8_t>(call, 0) + row * width;
            for (int64_t w = 0; w < width; ++w) {
                const int64_t half = int64_t{1} << (shift - 1);
                const int64_t scaled = ((sums[w] * multiplier + half) >> shift) + yZero;
                y[w] = static_cast<int8_t>(std::clamp<int64_t>(scaled, -128, 127));
            }
        }
    }
    return 0;
}
