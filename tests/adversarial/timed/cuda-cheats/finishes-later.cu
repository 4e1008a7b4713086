// SPDX-License-Identifier: Apache-2.0
// Works on a stream of its own, which nobody waits for.
// task: MatrixMultiply/matmul
// strict: any
#include "loupe_kernel.h"

namespace {

using namespace loupe_abi;

struct Sizes {
    explicit Sizes(const LoupeCall *call)
        : rows(dim(call->inputs[0], 0))
        , depth(dim(call->inputs[0], 1))
        , columns(dim(call->inputs[1], 1))
        , blocks(static_cast<unsigned>((columns + 15) / 16),
                 static_cast<unsigned>((rows + 15) / 16))
    {
    }
    int64_t rows;
    int64_t depth;
    int64_t columns;
    dim3 blocks;
};

__global__ void multiply(const float *a, const float *b, float *c, int64_t rows, int64_t columns,
                         int64_t depth)
{
    const int64_t i = static_cast<int64_t>(blockIdx.y) * blockDim.y + threadIdx.y;
    const int64_t j = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= rows || j >= columns)
        return;
    float sum = 0.0f;
    for (int64_t k = 0; k < depth; ++k)
        sum += a[i * depth + k] * b[k * columns + j];
    c[i * columns + j] = sum;
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    static cudaStream_t own = nullptr;
    if (own == nullptr)
        cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
    const Sizes sizes(call);
    multiply<<<sizes.blocks, dim3(16, 16), 0, own>>>(input<float>(call, 0), input<float>(call, 1),
                                                     output<float>(call, 0), sizes.rows,
                                                     sizes.columns, sizes.depth);
    return 0;
}
