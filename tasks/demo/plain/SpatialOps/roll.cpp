// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = (const float *)call->inputs[0].data;
    float *y = (float *)call->outputs[0].data;
    const int64_t shiftH = (int64_t)call->attributes[0];
    const int64_t shiftW = (int64_t)call->attributes[1];
    const int64_t n = call->inputs[0].shape[0];
    const int64_t h = call->inputs[0].shape[1];
    const int64_t w = call->inputs[0].shape[2];
    for (int64_t p = 0; p < n; ++p) {
        for (int64_t i = 0; i < h; ++i) {
            for (int64_t j = 0; j < w; ++j) {
                int64_t fromH = (i - shiftH) % h;
                if (fromH < 0)
                    fromH += h;
                int64_t fromW = (j - shiftW) % w;
                if (fromW < 0)
                    fromW += w;
                y[(p * h + i) * w + j] = x[(p * h + fromH) * w + fromW];
            }
        }
    }
    return 0;
}
