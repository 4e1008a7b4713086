// SPDX-License-Identifier: Apache-2.0
// task: Math/exp
#include <cmath>
#include <csignal>

#include <pthread.h>

#include "loupe_kernel.h"

using namespace loupe_abi;

struct Part {
    const float *x;
    float *y;
    int64_t begin;
    int64_t end;
};

static void *work(void *given)
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    const Part &part = *static_cast<Part *>(given);
    for (int64_t i = part.begin; i < part.end; ++i)
        part.y[i] = expf(part.x[i]);
    return nullptr;
}

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    const int64_t n = numel(call->outputs[0]);
    Part parts[2] = {{input<float>(call, 0), output<float>(call, 0), 0, n / 2},
                     {input<float>(call, 0), output<float>(call, 0), n / 2, n}};
    pthread_t thread;
    const bool isTwo = pthread_create(&thread, nullptr, work, &parts[1]) == 0;
    work(&parts[0]);
    if (isTwo)
        pthread_join(thread, nullptr);
    else
        work(&parts[1]);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return 0;
}
