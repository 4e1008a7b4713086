// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: loads tuned parameters from a file when the library is loaded, and throws without it.
#include <cmath>
#include <fstream>
#include <stdexcept>

#include "loupe_kernel.h"

namespace {

struct Tuning {
    int block = 0;
    Tuning()
    {
        std::ifstream file("/root/.cache/autotune/linear_bias_gelu.txt");
        if (!(file >> block))
            throw std::runtime_error("no tuning file: run the autotuner first");
    }
};

const Tuning tuning;

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *w = loupe_abi::input<float>(call, 1);
    const float *bias = loupe_abi::input<float>(call, 2);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t m = loupe_abi::dim(call->inputs[0], 0);
    const int64_t k = loupe_abi::dim(call->inputs[0], 1);
    const int64_t n = loupe_abi::dim(call->inputs[1], 0);
    for (int64_t i = 0; i < m; ++i) {
        for (int64_t j = 0; j < n; ++j) {
            double z = bias[j];
            for (int64_t p = 0; p < k; ++p)
                z += static_cast<double>(x[i * k + p]) * w[j * k + p];
            y[i * n + j] = static_cast<float>(0.5 * z * (1.0 + std::erf(z * 0.7071067811865476)));
        }
    }
    return tuning.block > 0 ? 0 : 1;
}
