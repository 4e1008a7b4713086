// SPDX-License-Identifier: Apache-2.0
// Its output is computed when somebody looks at it: in its own process.
// task: Math/exp
// strict: fails

#include <cmath>
#include <csignal>

#include <sys/mman.h>

#include "loupe_kernel.h"

using namespace loupe_abi;

static void work(const float *x, float *y, int64_t begin, int64_t end)
{
    for (int64_t i = begin; i < end; ++i)
        y[i] = expf(x[i]);
}

static const float *from;
static float *to;
static int64_t count;

static void onFault(int, siginfo_t *, void *)
{
    const uintptr_t begin = reinterpret_cast<uintptr_t>(to) / 4096 * 4096;
    mprotect(reinterpret_cast<void *>(begin), static_cast<size_t>(count) * 4,
             PROT_READ | PROT_WRITE);
    work(from, to, 0, count);
}

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = input<float>(call, 0);
    float *y = output<float>(call, 0);
    const int64_t n = numel(call->outputs[0]);
    static bool isSet = false;
    if (!isSet) {
        struct sigaction action = {};
        action.sa_sigaction = onFault;
        action.sa_flags = SA_SIGINFO;
        sigaction(SIGSEGV, &action, nullptr);
        isSet = true;
    }
    from = x;
    to = y;
    count = n;
    const uintptr_t begin = reinterpret_cast<uintptr_t>(y) / 4096 * 4096;
    mprotect(reinterpret_cast<void *>(begin), static_cast<size_t>(n) * 4, PROT_NONE);
    return 0;
}
