// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include <vector>

#include <math.h>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = (const float *)call->inputs[0].data;
    const int8_t *weight = (const int8_t *)call->inputs[1].data;
    const int32_t *bias = (const int32_t *)call->inputs[2].data;
    int8_t *y = (int8_t *)call->outputs[0].data;
    const float xScale = (float)call->attributes[0];
    const int xZero = (int)call->attributes[1];
    const int64_t multiplier = (int64_t)call->attributes[2];
    const int shift = (int)call->attributes[3];
    const int64_t yZero = (int64_t)call->attributes[4];
    const int64_t *in = call->inputs[0].shape;
    const int64_t *out = call->outputs[0].shape;
    const int64_t total = in[0] * in[1] * in[2] * in[3];
    std::vector<int8_t> q(total);
    for (int64_t i = 0; i < total; ++i) {
        float value = rintf(x[i] / xScale) + (float)xZero;
        value = fminf(127.0f, fmaxf(-128.0f, value));
        q[i] = (int8_t)value;
    }
    for (int64_t n = 0; n < out[0]; ++n) {
        for (int64_t o = 0; o < out[1]; ++o) {
            for (int64_t h = 0; h < out[2]; ++h) {
                for (int64_t w = 0; w < out[3]; ++w) {
                    int32_t acc = bias[o];
                    for (int64_t c = 0; c < in[1]; ++c) {
                        for (int i = 0; i < 3; ++i) {
                            for (int j = 0; j < 3; ++j) {
                                const int64_t row = h + i - 1;
                                const int64_t column = w + j - 1;
                                if (row < 0 || row >= in[2] || column < 0 || column >= in[3])
                                    continue;
                                const int code
                                    = q[((n * in[1] + c) * in[2] + row) * in[3] + column];
                                acc += (code - xZero) * weight[((o * in[1] + c) * 3 + i) * 3 + j];
                            }
                        }
                    }
                    const int64_t rounding = (int64_t)1 << (shift - 1);
                    int64_t result = (((int64_t)acc * multiplier + rounding) >> shift) + yZero;
                    if (result < -128)
                        result = -128;
                    if (result > 127)
                        result = 127;
                    y[((n * out[1] + o) * out[2] + h) * out[3] + w] = (int8_t)result;
                }
            }
        }
    }
    return 0;
}
