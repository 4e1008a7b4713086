// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = (const float *)call->inputs[0].data;
    float *y = (float *)call->outputs[0].data;
    const int k = (int)call->attributes[0];
    const int stride = (int)call->attributes[1];
    const int pad = (int)call->attributes[2];
    const int64_t nc = call->inputs[0].shape[0] * call->inputs[0].shape[1];
    const int64_t h = call->inputs[0].shape[2];
    const int64_t w = call->inputs[0].shape[3];
    const int64_t oh = call->outputs[0].shape[2];
    const int64_t ow = call->outputs[0].shape[3];
    for (int64_t p = 0; p < nc; ++p) {
        for (int64_t i = 0; i < oh; ++i) {
            for (int64_t j = 0; j < ow; ++j) {
                float sum = 0.0f;
                for (int a = 0; a < k; ++a) {
                    const int64_t row = i * stride + a - pad;
                    if (row < 0 || row >= h)
                        continue;
                    for (int b = 0; b < k; ++b) {
                        const int64_t column = j * stride + b - pad;
                        if (column >= 0 && column < w)
                            sum += x[(p * h + row) * w + column];
                    }
                }
                y[(p * oh + i) * ow + j] = sum / (float)(k * k);
            }
        }
    }
    return 0;
}
