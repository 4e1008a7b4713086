// SPDX-License-Identifier: Apache-2.0
// Ends children that hold much memory, which the kernel takes apart while the reference is timed.
// task: Math/exp
// strict: any
#include <cmath>
#include <csignal>

#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include "loupe_kernel.h"

using namespace loupe_abi;

static pid_t children[12];
static int alive = 0;

static void bear()
{
    const size_t bytes = 64U << 20U;
    for (pid_t &child : children) {
        int ends[2];
        if (pipe(ends) != 0)
            return;
        child = fork();
        if (child == 0) {
            void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            madvise(memory, bytes, MADV_NOHUGEPAGE);
            for (size_t at = 0; memory != MAP_FAILED && at < bytes; at += 4096)
                static_cast<volatile char *>(memory)[at] = 1;
            if (write(ends[1], "r", 1) < 0)
                _exit(1);
            for (;;)
                pause();
        }
        if (child < 0)
            return;
        close(ends[1]);
        char ready;
        if (read(ends[0], &ready, 1) == 1)
            ++alive;
        close(ends[0]);
    }
}

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = input<float>(call, 0);
    float *y = output<float>(call, 0);
    const int64_t n = numel(call->outputs[0]);
    static int calls = 0;
    if (++calls == 4)
        bear();
    for (int64_t i = 0; i < n; ++i)
        y[i] = static_cast<float>(std::exp(static_cast<double>(x[i])));
    if (calls > 12 && calls % 8 == 0 && alive > 0)
        kill(children[--alive], SIGKILL);
    return 0;
}
