// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include <math.h>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = (const float *)call->inputs[0].data;
    float *y = (float *)call->outputs[0].data;
    const float factor = (float)call->attributes[0];
    const int64_t nc = call->inputs[0].shape[0] * call->inputs[0].shape[1];
    const int64_t h = call->inputs[0].shape[2];
    const int64_t w = call->inputs[0].shape[3];
    const int64_t oh = call->outputs[0].shape[2];
    const int64_t ow = call->outputs[0].shape[3];
    for (int64_t p = 0; p < nc; ++p) {
        for (int64_t i = 0; i < oh; ++i) {
            const float sy = fmaxf(0.0f, ((float)i + 0.5f) / factor - 0.5f);
            const int64_t y0 = (int64_t)floorf(sy);
            const int64_t y1 = y0 + 1 < h ? y0 + 1 : h - 1;
            const float a = sy - (float)y0;
            for (int64_t j = 0; j < ow; ++j) {
                const float sx = fmaxf(0.0f, ((float)j + 0.5f) / factor - 0.5f);
                const int64_t x0 = (int64_t)floorf(sx);
                const int64_t x1 = x0 + 1 < w ? x0 + 1 : w - 1;
                const float b = sx - (float)x0;
                const float v00 = x[(p * h + y0) * w + x0];
                const float v01 = x[(p * h + y0) * w + x1];
                const float v10 = x[(p * h + y1) * w + x0];
                const float v11 = x[(p * h + y1) * w + x1];
                y[(p * oh + i) * ow + j]
                    = (1 - a) * (1 - b) * v00 + (1 - a) * b * v01 + a * (1 - b) * v10 + a * b * v11;
            }
        }
    }
    return 0;
}
