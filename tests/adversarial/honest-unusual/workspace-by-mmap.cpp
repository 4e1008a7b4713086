// SPDX-License-Identifier: Apache-2.0
// task: relu
#include <cstring>

#include <sys/mman.h>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
    const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(float);
    void *space = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (space == MAP_FAILED)
        return 1;
    auto *held = static_cast<float *>(space);
    for (int64_t i = 0; i < count; ++i)
        held[i] = x[i] > 0.0f ? x[i] : 0.0f;
    std::memcpy(y, held, bytes);
    munmap(space, bytes);
    return 0;
}
