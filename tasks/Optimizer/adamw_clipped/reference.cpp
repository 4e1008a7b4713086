// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *parameter = input<float>(call, 0);
    const float *gradient = input<float>(call, 1);
    const double rate = call->attributes[0];
    const double beta1 = call->attributes[1];
    const double beta2 = call->attributes[2];
    const double epsilon = call->attributes[3];
    const double decay = call->attributes[4];
    const double step = call->attributes[5];
    const double maxNorm = call->attributes[6];
    const int64_t count = dim(call->inputs[0], 0);
    double squares = 0.0;
    for (int64_t i = 0; i < count; ++i)
        squares += static_cast<double>(gradient[i]) * gradient[i];
    const double norm = std::sqrt(squares);
    const double clip = std::fmin(1.0, maxNorm / (norm + 1e-6));
    const double correction1 = 1.0 - std::pow(beta1, step);
    const double correction2 = 1.0 - std::pow(beta2, step);
    for (int64_t i = 0; i < count; ++i) {
        const double g = clip * gradient[i];
        const double m = beta1 * input<float>(call, 2)[i] + (1.0 - beta1) * g;
        const double v = beta2 * input<float>(call, 3)[i] + (1.0 - beta2) * g * g;
        const double p = parameter[i] * (1.0 - rate * decay);
        output<float>(call, 0)[i] = static_cast<float>(
            p - rate * (m / correction1) / (std::sqrt(v / correction2) + epsilon));
        output<float>(call, 1)[i] = static_cast<float>(m);
        output<float>(call, 2)[i] = static_cast<float>(v);
    }
    *output<float>(call, 3) = static_cast<float>(norm);
    return 0;
}
