// SPDX-License-Identifier: Apache-2.0
// A timer continues it whenever it is stopped; a thread burns what the reference needs.
// task: Math/exp
// strict: any

#include <cmath>
#include <csignal>
#include <ctime>

#include <pthread.h>

#include "loupe_kernel.h"

using namespace loupe_abi;

static void work(const float *x, float *y, int64_t begin, int64_t end)
{
    for (int64_t i = begin; i < end; ++i)
        y[i] = expf(x[i]);
}

static void *burn(void *)
{
    for (;;)
        __asm__ volatile("");
}

static void again(int) { }

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = input<float>(call, 0);
    float *y = output<float>(call, 0);
    const int64_t n = numel(call->outputs[0]);
    static bool isSet = false;
    if (!isSet) {
        signal(SIGCONT, again); // a timer whose signal is ignored does not go on
        struct sigevent event = {};
        event.sigev_notify = SIGEV_SIGNAL;
        event.sigev_signo = SIGCONT;
        timer_t timer;
        timer_create(CLOCK_MONOTONIC, &event, &timer);
        const itimerspec often = {{0, 300000}, {0, 300000}};
        timer_settime(timer, 0, &often, nullptr);
        pthread_t thread;
        pthread_create(&thread, nullptr, burn, nullptr);
        isSet = true;
    }
    work(x, y, 0, n);
    return 0;
}
