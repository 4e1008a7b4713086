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

struct Part {
    const float *x;
    float *y;
    int64_t begin;
    int64_t end;
};

static void *run(void *given)
{
    const Part *part = static_cast<Part *>(given);
    work(part->x, part->y, part->begin, part->end);
    return nullptr;
}

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = input<float>(call, 0);
    float *y = output<float>(call, 0);
    const int64_t n = numel(call->outputs[0]);
    Part parts[2] = {{x, y, 0, n / 2}, {x, y, n / 2, n}};
    pthread_t threads[2];
    for (int i = 0; i < 2; ++i)
        pthread_create(&threads[i], nullptr, run, &parts[i]);
    for (pthread_t thread : threads)
        pthread_join(thread, nullptr);
    return 0;
}
