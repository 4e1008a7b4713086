// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include <math.h>

#include "loupe_kernel.h"

static float at(const float *plane, int64_t h, int64_t w, int64_t row, int64_t column)
{
    if (row < 0 || row >= h || column < 0 || column >= w)
        return 0.0f;
    return plane[row * w + column];
}

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = (const float *)call->inputs[0].data;
    const float *grid = (const float *)call->inputs[1].data;
    float *y = (float *)call->outputs[0].data;
    const int64_t c = call->inputs[0].shape[1];
    const int64_t h = call->inputs[0].shape[2];
    const int64_t w = call->inputs[0].shape[3];
    const int64_t *out = call->outputs[0].shape;
    for (int64_t n = 0; n < out[0]; ++n) {
        for (int64_t k = 0; k < c; ++k) {
            const float *plane = x + (n * c + k) * h * w;
            for (int64_t i = 0; i < out[2]; ++i) {
                for (int64_t j = 0; j < out[3]; ++j) {
                    const float *point = grid + ((n * out[2] + i) * out[3] + j) * 2;
                    const float fx = (point[0] + 1.0f) * 0.5f * (float)(w - 1);
                    const float fy = (point[1] + 1.0f) * 0.5f * (float)(h - 1);
                    const int64_t x0 = (int64_t)floorf(fx);
                    const int64_t y0 = (int64_t)floorf(fy);
                    const float b = fx - (float)x0;
                    const float a = fy - (float)y0;
                    y[((n * c + k) * out[2] + i) * out[3] + j]
                        = (1 - a) * (1 - b) * at(plane, h, w, y0, x0)
                        + (1 - a) * b * at(plane, h, w, y0, x0 + 1)
                        + a * (1 - b) * at(plane, h, w, y0 + 1, x0)
                        + a * b * at(plane, h, w, y0 + 1, x0 + 1);
                }
            }
        }
    }
    return 0;
}
