// SPDX-License-Identifier: Apache-2.0
//
// Five kernels whose counters differ much, for counters.py: run plainly under ncu, or with the path
// of libkernelloupe-injection.so and "Counters" or "Samples", which it then prints as JSON.
#include <cstdio>
#include <cstdlib>
#include <string>

#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <mma.h>

namespace {

constexpr std::size_t count = std::size_t{384} << 20; ///< floats: 1.5 GiB, no cache holds them

void check(cudaError_t failed, const char *what)
{
    if (failed == cudaSuccess)
        return;
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(failed));
    std::exit(1);
}

} // namespace

__global__ void countedCopy(const float4 *from, float4 *to)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    to[i] = from[i];
}

__global__ void countedSum(const float4 *from, float *out)
{
    float sum = 0;
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count / 4;
         i += stride) {
        const float4 v = from[i];
        sum += v.x + v.y + v.z + v.w;
    }
    atomicAdd(out, sum);
}

__global__ void countedMultiplyAdd(float *out)
{
    float a = threadIdx.x;
    float b = blockIdx.x;
    for (int i = 0; i < 20000; ++i) {
        a = a * 0.999F + 1.0F;
        b = b * 0.998F + 1.0F;
    }
    out[std::size_t{blockIdx.x} * blockDim.x + threadIdx.x] = a + b;
}

__global__ void countedTensor(float *out)
{
    using namespace nvcuda;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c[4];
    wmma::fill_fragment(a, __float2half(0.01F));
    wmma::fill_fragment(b, __float2half(0.02F));
    for (auto &each : c)
        wmma::fill_fragment(each, 0.0F);
    for (int i = 0; i < 5000; ++i) {
        for (auto &each : c)
            wmma::mma_sync(each, a, b, each);
    }
    for (auto &each : c)
        wmma::store_matrix_sync(out + std::size_t{blockIdx.x} * 256, each, 16, wmma::mem_row_major);
}

constexpr std::size_t stridedCount = count / 4; ///< more would measure where its pages lie

/// Reads along columns: one float of each 128-byte line.
__global__ void countedStrided(const float *from, float *to)
{
    const std::size_t rows = 4096;
    const std::size_t columns = stridedCount / rows;
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    to[i] = from[i % rows * columns + i / rows];
}

int main(int argc, char **argv)
{
    float *a = nullptr;
    float *b = nullptr;
    check(cudaMalloc(&a, count * 4), "cudaMalloc");
    check(cudaMalloc(&b, count * 4), "cudaMalloc");
    check(cudaMemset(a, 1, count * 4), "cudaMemset");
    check(cudaMemset(b, 1, count * 4), "cudaMemset");
    check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    const char *(*end)() = nullptr;
    if (argc > 2) {
        void *library = dlopen(argv[1], RTLD_NOW);
        if (library == nullptr) {
            std::fprintf(stderr, "%s\n", dlerror());
            return 1;
        }
        const std::string name = std::string("kloupe") + argv[2];
        auto *begin = reinterpret_cast<const char *(*)()>(dlsym(library, (name + "Begin").c_str()));
        end = reinterpret_cast<const char *(*)()>(dlsym(library, (name + "End").c_str()));
        const char *problem = begin == nullptr ? "the library is too old" : begin();
        if (problem != nullptr) {
            std::fprintf(stderr, "%s\n", problem);
            return 1;
        }
    }
    constexpr int threads = 256;
    countedCopy<<<count / 4 / threads, threads>>>(reinterpret_cast<float4 *>(a),
                                                  reinterpret_cast<float4 *>(b));
    countedSum<<<2048, threads>>>(reinterpret_cast<float4 *>(a), b);
    countedMultiplyAdd<<<4096, threads>>>(b);
    countedTensor<<<2048, 128>>>(b);
    countedStrided<<<stridedCount / threads, threads>>>(a, b);
    check(cudaGetLastError(), "launch");
    check(cudaDeviceSynchronize(), "kernels");
    if (end != nullptr)
        std::puts(end());
    return 0;
}
