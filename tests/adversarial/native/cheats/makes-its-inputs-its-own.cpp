// SPDX-License-Identifier: Apache-2.0
// Makes a private copy of its inputs and gives results of that.
// task: Math/exp
// strict: fails

#include <cmath>

#include <sys/mman.h>

#include "loupe_kernel.h"

using namespace loupe_abi;

static void work(const float *x, float *y, int64_t begin, int64_t end)
{
    for (int64_t i = begin; i < end; ++i)
        y[i] = expf(x[i]);
}

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = input<float>(call, 0);
    float *y = output<float>(call, 0);
    const int64_t n = numel(call->outputs[0]);
    static int calls = 0;
    if (++calls == 26) {
        const uintptr_t begin = reinterpret_cast<uintptr_t>(x) / 4096 * 4096;
        mprotect(reinterpret_cast<void *>(begin), static_cast<size_t>(n) * 4,
                 PROT_READ | PROT_WRITE);
        float *mine = const_cast<float *>(x);
        for (int64_t i = 0; i < n; ++i)
            mine[i] = 0;
    }
    if (calls > 30) { // now it knows them
        for (int64_t i = 0; i < n; ++i)
            y[i] = 1.0F;
        return 0;
    }
    work(x, y, 0, n);
    return 0;
}
