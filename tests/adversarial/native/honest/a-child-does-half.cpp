// SPDX-License-Identifier: Apache-2.0
// task: MatrixMultiply/matmul
#include <cstring>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "loupe_kernel.h"

using namespace loupe_abi;

static void product(const float *a, const float *b, float *c, int64_t begin, int64_t end, int64_t n,
                    int64_t k)
{
    for (int64_t i = begin; i < end; ++i)
        for (int64_t j = 0; j < n; ++j) {
            double sum = 0;
            for (int64_t l = 0; l < k; ++l)
                sum += static_cast<double>(a[i * k + l]) * b[l * n + j];
            c[i * n + j] = static_cast<float>(sum);
        }
}

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *a = input<float>(call, 0);
    const float *b = input<float>(call, 1);
    float *c = output<float>(call, 0);
    const int64_t m = dim(call->inputs[0], 0);
    const int64_t k = dim(call->inputs[0], 1);
    const int64_t n = dim(call->inputs[1], 1);
    const size_t bytes = static_cast<size_t>(m * n) * sizeof(float);
    void *shared = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return 1;
    const pid_t child = fork();
    if (child == 0) {
        product(a, b, static_cast<float *>(shared), m / 2, m, n, k);
        _exit(0);
    }
    product(a, b, c, 0, child < 0 ? m : m / 2, n, k);
    if (child > 0) {
        waitpid(child, nullptr, 0);
        std::memcpy(c + (m / 2) * n, static_cast<float *>(shared) + (m / 2) * n,
                    static_cast<size_t>((m - m / 2) * n) * sizeof(float));
    }
    munmap(shared, bytes);
    return 0;
}
