// SPDX-License-Identifier: Apache-2.0
// task: Math/exp

#include <cmath>

#include <pthread.h>

#include "loupe_kernel.h"

using namespace loupe_abi;

static void work(const float *x, float *y, int64_t begin, int64_t end)
{
    for (int64_t i = begin; i < end; ++i)
        y[i] = expf(x[i]);
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static const float *from = nullptr;
static float *to;
static int64_t begin;
static int64_t end;
static bool isDone = true;

static void *run(void *)
{
    pthread_mutex_lock(&mutex);
    for (;;) {
        while (isDone)
            pthread_cond_wait(&changed, &mutex);
        work(from, to, begin, end);
        isDone = true;
        pthread_cond_broadcast(&changed);
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
        pthread_create(&thread, nullptr, run, nullptr);
        isStarted = true;
    }
    pthread_mutex_lock(&mutex);
    from = x;
    to = y;
    begin = n / 2;
    end = n;
    isDone = false;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    work(x, y, 0, n / 2);
    pthread_mutex_lock(&mutex);
    while (!isDone)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    return 0;
}
