// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-refine.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *logits = loupe_abi::input<float>(call, 0);
    const int64_t batches = loupe_abi::dim(call->inputs[0], 0);
    const int64_t classes = loupe_abi::dim(call->inputs[0], 1);
    std::vector<float> probabilities(batches * classes);
    softmax(logits, probabilities.data(), batches, classes);
    float loss = 0.0f;
    for (int64_t b = 0; b < batches; ++b)
        loss -= std::log(probabilities[b * classes + call->inputs[1].data[b]]);
    *loupe_abi::output<float>(call, 1) = loss / batches;
    return 0
}
