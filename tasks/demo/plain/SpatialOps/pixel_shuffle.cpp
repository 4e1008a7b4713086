// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = (const float *)call->inputs[0].data;
    float *y = (float *)call->outputs[0].data;
    const int64_t r = (int64_t)call->attributes[0];
    const int64_t cIn = call->inputs[0].shape[1];
    const int64_t h = call->inputs[0].shape[2];
    const int64_t w = call->inputs[0].shape[3];
    const int64_t *out = call->outputs[0].shape;
    for (int64_t n = 0; n < out[0]; ++n) {
        for (int64_t c = 0; c < out[1]; ++c) {
            for (int64_t oh = 0; oh < out[2]; ++oh) {
                for (int64_t ow = 0; ow < out[3]; ++ow) {
                    const int64_t channel = c * r * r + (oh % r) * r + ow % r;
                    y[((n * out[1] + c) * out[2] + oh) * out[3] + ow]
                        = x[((n * cIn + channel) * h + oh / r) * w + ow / r];
                }
            }
        }
    }
    return 0;
}
