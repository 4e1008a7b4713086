// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain: the whole convolution goes to a temporary
// tensor, which is then pooled.
#include <vector>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *w = loupe_abi::input<float>(call, 1);
    const float *bias = loupe_abi::input<float>(call, 2);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t padding = static_cast<int64_t>(call->attributes[0]);
    const int64_t pool = static_cast<int64_t>(call->attributes[1]);
    const int64_t samples = loupe_abi::dim(call->inputs[0], 0);
    const int64_t channels = loupe_abi::dim(call->inputs[0], 1);
    const int64_t height = loupe_abi::dim(call->inputs[0], 2);
    const int64_t width = loupe_abi::dim(call->inputs[0], 3);
    const int64_t filters = loupe_abi::dim(call->inputs[1], 0);
    const int64_t tapsH = loupe_abi::dim(call->inputs[1], 2);
    const int64_t tapsW = loupe_abi::dim(call->inputs[1], 3);
    const int64_t rows = height + 2 * padding - tapsH + 1;
    const int64_t columns = width + 2 * padding - tapsW + 1;
    std::vector<float> z(static_cast<size_t>(samples * filters * rows * columns));
    for (int64_t index = 0; index < samples * filters * rows * columns; ++index) {
        const int64_t j = index % columns;
        const int64_t i = index / columns % rows;
        const int64_t k = index / (columns * rows) % filters;
        const int64_t n = index / (columns * rows * filters);
        float sum = bias[k];
        for (int64_t c = 0; c < channels; ++c)
            for (int64_t r = 0; r < tapsH; ++r)
                for (int64_t s = 0; s < tapsW; ++s) {
                    const int64_t h = i + r - padding;
                    const int64_t v = j + s - padding;
                    if (h >= 0 && h < height && v >= 0 && v < width)
                        sum += x[((n * channels + c) * height + h) * width + v]
                            * w[((k * channels + c) * tapsH + r) * tapsW + s];
                }
        z[static_cast<size_t>(index)] = sum > 0.0f ? sum : 0.0f;
    }
    const int64_t outRows = rows / pool;
    const int64_t outColumns = columns / pool;
    for (int64_t index = 0; index < samples * filters * outRows * outColumns; ++index) {
        const int64_t j = index % outColumns;
        const int64_t i = index / outColumns % outRows;
        const int64_t plane = index / (outColumns * outRows);
        float largest = 0.0f;
        for (int64_t p = 0; p < pool; ++p)
            for (int64_t q = 0; q < pool; ++q) {
                const float value = z[static_cast<size_t>((plane * rows + i * pool + p) * columns
                                                          + j * pool + q)];
                if (value > largest)
                    largest = value;
            }
        y[index] = largest;
    }
    return 0;
}
