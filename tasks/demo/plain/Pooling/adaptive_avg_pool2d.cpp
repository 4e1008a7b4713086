// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = (const float *)call->inputs[0].data;
    float *y = (float *)call->outputs[0].data;
    const int64_t *in = call->inputs[0].shape;
    const int64_t *out = call->outputs[0].shape;
    for (int64_t n = 0; n < in[0]; ++n) {
        for (int64_t c = 0; c < in[1]; ++c) {
            for (int64_t p = 0; p < out[2]; ++p) {
                for (int64_t q = 0; q < out[3]; ++q) {
                    float sum = 0.0f;
                    int64_t count = 0;
                    for (int64_t h = p * in[2] / out[2]; h * out[2] < (p + 1) * in[2]; ++h) {
                        for (int64_t w = q * in[3] / out[3]; w * out[3] < (q + 1) * in[3]; ++w) {
                            sum += x[((n * in[1] + c) * in[2] + h) * in[3] + w];
                            ++count;
                        }
                    }
                    y[((n * out[1] + c) * out[2] + p) * out[3] + q] = sum / (float)count;
                }
            }
        }
    }
    return 0;
}
