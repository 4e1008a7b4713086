// SPDX-License-Identifier: Apache-2.0
// task: relu
#include <memory>

#include "loupe_kernel.h"

struct Scope {
    bool open = true;
    void exit();
};

void Scope::exit()
{
    open = false;
}

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
    const auto scope = std::make_unique<Scope>();
    for (int64_t i = 0; i < count; ++i)
        y[i] = x[i] > 0.0f ? x[i] : 0.0f;
    scope->exit();
    return 0;
}
