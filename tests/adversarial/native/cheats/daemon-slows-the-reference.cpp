// SPDX-License-Identifier: Apache-2.0
// A process of another session uses the memory while the reference is timed: it is stopped.
// task: Math/exp
// strict: any

#include <cmath>
#include <vector>

#include <unistd.h>

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
    static bool isSet = false;
    if (!isSet) {
        if (fork() == 0) {
            setsid();
            if (fork() != 0)
                _exit(0);
            std::vector<char> large(64 << 20);
            for (size_t i = 0;; i += 64)
                large[i % large.size()] += 1;
        }
        isSet = true;
    }
    work(x, y, 0, n);
    return 0;
}
