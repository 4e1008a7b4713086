// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const uint8_t *similar = input<uint8_t>(call, 2);
    const double margin = call->attributes[0];
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t width = dim(call->inputs[0], 1);
    double total = 0.0;
    for (int64_t b = 0; b < rows; ++b) {
        const float *x1 = input<float>(call, 0) + b * width;
        const float *x2 = input<float>(call, 1) + b * width;
        double dot = 0.0;
        double squares1 = 0.0;
        double squares2 = 0.0;
        for (int64_t d = 0; d < width; ++d) {
            dot += static_cast<double>(x1[d]) * x2[d];
            squares1 += static_cast<double>(x1[d]) * x1[d];
            squares2 += static_cast<double>(x2[d]) * x2[d];
        }
        const double cosine = dot / std::fmax(std::sqrt(squares1) * std::sqrt(squares2), 1e-8);
        const double loss = similar[b] != 0 ? 1.0 - cosine : std::fmax(0.0, cosine - margin);
        output<float>(call, 0)[b] = static_cast<float>(loss);
        total += loss;
    }
    *output<float>(call, 1) = static_cast<float>(total / rows);
    return 0;
}
