// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include <cstring>

#include "loupe_kernel.h"

// A shifted row is two contiguous pieces of its source row.
extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t planes = dim(call->inputs[0], 0);
    const int64_t height = dim(call->inputs[0], 1);
    const int64_t width = dim(call->inputs[0], 2);
    const auto wrap = [](int64_t value, int64_t size) { return (value % size + size) % size; };
    const int64_t down = wrap(static_cast<int64_t>(call->attributes[0]), height);
    const int64_t right = wrap(static_cast<int64_t>(call->attributes[1]), width);
    const size_t head = sizeof(float) * static_cast<size_t>(right);
    const size_t tail = sizeof(float) * static_cast<size_t>(width - right);
#pragma omp parallel for schedule(static)
    for (int64_t row = 0; row < planes * height; ++row) {
        const int64_t plane = row / height;
        const int64_t h = row % height;
        const int64_t target = h + down < height ? h + down : h + down - height;
        const float *x = input<float>(call, 0) + row * width;
        float *y = output<float>(call, 0) + (plane * height + target) * width;
        std::memcpy(y + right, x, tail);
        std::memcpy(y, x + (width - right), head);
    }
    return 0;
}
