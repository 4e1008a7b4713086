// SPDX-License-Identifier: Apache-2.0
// task: Math/exp
#include <cmath>
#include <csignal>

#include <sys/time.h>

#include "loupe_kernel.h"

using namespace loupe_abi;

static volatile sig_atomic_t ticks = 0;

static void tick(int)
{
    ticks = ticks + 1;
}

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = input<float>(call, 0);
    float *y = output<float>(call, 0);
    static bool isProfiled = false;
    if (!isProfiled) {
        struct sigaction action {
        };
        action.sa_handler = tick;
        action.sa_flags = SA_RESTART;
        sigaction(SIGPROF, &action, nullptr);
        const itimerval every{{0, 1000}, {0, 1000}};
        setitimer(ITIMER_PROF, &every, nullptr);
        isProfiled = true;
    }
    const int64_t n = numel(call->outputs[0]);
    for (int64_t i = 0; i < n; ++i)
        y[i] = expf(x[i]);
    return 0;
}
