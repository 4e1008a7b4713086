// SPDX-License-Identifier: Apache-2.0
// Writes the shared memory of its inputs through every descriptor it finds: it is sealed.
// task: Math/exp
// strict: correct

#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

#include <fcntl.h>
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
    const std::vector<float> before(x, x + n);
    for (int fd = 3; fd < 64; ++fd) {
        const float zeros[64] = {};
        char path[64];
        snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
        const int again = open(path, O_RDWR);
        for (const int each : {fd, again}) {
            float there[64] = {};
            if (pread(each, there, sizeof there, 8192) != static_cast<ssize_t>(sizeof there)
                || pwrite(each, zeros, sizeof zeros, 8192) < 0)
                continue;
            if (memcmp(before.data(), x, before.size() * sizeof(float)) != 0)
                return 77;
            // Its outputs it may write, by whatever way: other calls' are among them.
            if (pwrite(each, there, sizeof there, 8192) < 0)
                return 78;
        }
        close(again);
    }
    work(x, y, 0, n);
    return 0;
}
