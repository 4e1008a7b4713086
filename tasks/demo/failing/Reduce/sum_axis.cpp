// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: starts a thread for every column: thousands at once.
#include <atomic>
#include <thread>
#include <vector>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t as = loupe_abi::dim(call->inputs[0], 0);
    const int64_t n = loupe_abi::dim(call->inputs[0], 1);
    const int64_t cs = loupe_abi::dim(call->inputs[0], 2);
    std::atomic<bool> go = false;
    std::vector<std::thread> threads;
    for (int64_t a = 0; a < as; ++a) {
        for (int64_t c = 0; c < cs; ++c) {
            threads.emplace_back([=, &go] {
                go.wait(false);
                float sum = 0.0f;
                for (int64_t i = 0; i < n; ++i)
                    sum += x[(a * n + i) * cs + c];
                y[a * cs + c] = sum;
            });
        }
    }
    go = true;
    go.notify_all();
    for (std::thread &thread : threads)
        thread.join();
    return 0;
}
