// SPDX-License-Identifier: Apache-2.0
// task: Math/exp
#include <atomic>
#include <cmath>

#include <pthread.h>
#include <sched.h>

#include "loupe_kernel.h"

using namespace loupe_abi;

static const float *from;
static float *to;
static int64_t begin;
static int64_t end;
static std::atomic<int> asked{0};
static std::atomic<int> done{0};

static void work(const float *x, float *y, int64_t first, int64_t last)
{
    for (int64_t i = first; i < last; ++i)
        y[i] = expf(x[i]);
}

static void *run(void *)
{
    for (int seen = 0;;) {
        while (asked.load(std::memory_order_acquire) == seen)
            sched_yield();
        work(from, to, begin, end);
        done.store(++seen, std::memory_order_release);
    }
}

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = input<float>(call, 0);
    float *y = output<float>(call, 0);
    const int64_t n = numel(call->outputs[0]);
    static bool isStarted = false;
    if (!isStarted) {
        pthread_t thread;
        if (pthread_create(&thread, nullptr, run, nullptr) != 0)
            return 1;
        isStarted = true;
    }
    from = x;
    to = y;
    begin = n / 2;
    end = n;
    const int number = asked.load() + 1;
    asked.store(number, std::memory_order_release);
    work(x, y, 0, n / 2);
    while (done.load(std::memory_order_acquire) != number)
        sched_yield();
    return 0;
}
