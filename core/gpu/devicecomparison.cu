// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/devicecomparison.h"
#include "core/gpu/devicememory.h"

#include <cuda_runtime.h>

namespace loupe {

namespace {

constexpr int threadsPerBlock = 256;
constexpr std::int64_t chunkElements = std::int64_t{1} << 18; ///< per block
constexpr int elementsAtOnce = 4; ///< loaded by a thread before it uses the first one

std::int64_t chunksOf(std::int64_t elements)
{
    return (elements + chunkElements - 1) / chunkElements;
}

/// Merges the threads' parts in a fixed tree; the result is in the first thread of the block.
template <typename Part>
__device__ void mergeBlock(Part &part)
{
    // Raw bytes, because a shared variable must not have a constructor.
    __shared__ alignas(Part) unsigned char memory[sizeof(Part) * (threadsPerBlock / 2)];
    Part *shared = reinterpret_cast<Part *>(memory);
    for (int half = threadsPerBlock / 2; half > 0; half /= 2) {
        const int thread = static_cast<int>(threadIdx.x);
        if (thread >= half && thread < 2 * half)
            shared[thread - half] = part;
        __syncthreads();
        if (thread < half)
            part.merge(shared[thread]);
        __syncthreads();
    }
}

template <typename Element>
__global__ void __launch_bounds__(threadsPerBlock)
    tallyChunks(ElementComparer<Element> compare, const Element *expected, const Element *actual,
                std::int64_t elements, ElementTally *tallies)
{
    ElementTally tally;
    std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * chunkElements;
    const std::int64_t end = i + chunkElements < elements ? i + chunkElements : elements;
    constexpr std::int64_t stride = threadsPerBlock * elementsAtOnce;
    for (; i + stride <= end; i += stride) {
        Element e[elementsAtOnce];
        Element a[elementsAtOnce];
#pragma unroll
        for (int k = 0; k < elementsAtOnce; ++k) {
            e[k] = expected[i + k * threadsPerBlock + threadIdx.x];
            a[k] = actual[i + k * threadsPerBlock + threadIdx.x];
        }
#pragma unroll
        for (int k = 0; k < elementsAtOnce; ++k)
            compare(tally, i + k * threadsPerBlock + threadIdx.x, e[k], a[k]);
    }
    for (i += threadIdx.x; i < end; i += threadsPerBlock)
        compare(tally, i, expected[i], actual[i]);
    mergeBlock(tally);
    if (threadIdx.x == 0)
        tallies[blockIdx.x] = tally;
}

template <typename Element>
__global__ void __launch_bounds__(threadsPerBlock)
    maskChunks(ElementComparer<Element> compare, const Element *expected, const Element *actual,
               std::int64_t elements, std::uint32_t *mask)
{
    const std::int64_t start = static_cast<std::int64_t>(blockIdx.x) * chunkElements;
    for (std::int64_t k = 0; k < chunkElements; k += threadsPerBlock) {
        const std::int64_t i = start + k + threadIdx.x;
        ElementTally tally; // unused; the compiler removes it
        const bool differs = i < elements && compare(tally, i, expected[i], actual[i]);
        const unsigned word = __ballot_sync(0xFFFFFFFFU, differs);
        if (threadIdx.x % 32 == 0 && i < elements)
            mask[i / 32] = word;
    }
}

template <typename Element>
__global__ void __launch_bounds__(threadsPerBlock)
    squareChunks(const Element *tensor, std::int64_t elements, SquareSum *sums)
{
    SquareSum sum;
    const std::int64_t start = static_cast<std::int64_t>(blockIdx.x) * chunkElements;
    const std::int64_t end = start + chunkElements < elements ? start + chunkElements : elements;
    for (std::int64_t i = start + threadIdx.x; i < end; i += threadsPerBlock)
        sum.add(tensor[i]);
    mergeBlock(sum);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

template <typename Element>
__global__ void __launch_bounds__(threadsPerBlock)
    widenChunks(const Element *tensor, std::int64_t elements, double *wide)
{
    const std::int64_t start = static_cast<std::int64_t>(blockIdx.x) * chunkElements;
    const std::int64_t end = start + chunkElements < elements ? start + chunkElements : elements;
    for (std::int64_t i = start + threadIdx.x; i < end; i += threadsPerBlock)
        wide[i] = asDouble(tensor[i]);
}

/// Waits for the launches. Returns the first error of launch or run.
Status finished(const char *during)
{
    cudaError_t failed = cudaGetLastError();
    if (failed == cudaSuccess)
        failed = cudaDeviceSynchronize();
    if (failed != cudaSuccess)
        return cudaFailure(failed, during);
    return {};
}

/// Runs `launch` with a buffer for one part per chunk, and merges the parts in order.
template <typename Part, typename Launch>
Result<Part> mergedParts(std::int64_t elements, const char *during, Launch launch)
{
    Part whole;
    if (elements == 0)
        return whole;
    std::vector<Part> parts(static_cast<std::size_t>(chunksOf(elements)));
    const std::size_t bytes = parts.size() * sizeof(Part);
    const Result<DeviceBuffer> buffer = DeviceBuffer::allocate(bytes);
    if (!buffer)
        return buffer.error();
    launch(static_cast<unsigned>(parts.size()), reinterpret_cast<Part *>(buffer->data()));
    if (Status done = finished(during); !done)
        return done.error();
    const cudaError_t failed
        = cudaMemcpy(parts.data(), buffer->data(), bytes, cudaMemcpyDeviceToHost);
    if (failed != cudaSuccess)
        return cudaFailure(failed, during);
    for (const Part &part : parts)
        whole.merge(part);
    return whole;
}

template <typename Element>
const Element *elementsOf(const std::byte *tensor)
{
    return reinterpret_cast<const Element *>(tensor);
}

} // namespace

Result<ElementTally> tallyOnDevice(const TensorSpec &spec, const ElementRule &rule,
                                   const Tolerance &tolerance, const std::byte *expected,
                                   const std::byte *actual)
{
    const std::int64_t elements = spec.elements();
    return withElement(spec.dtype, [&]<typename Element>(Element) {
        const ElementComparer<Element> compare(spec.dtype, rule, tolerance);
        return mergedParts<ElementTally>(
            elements, "comparing tensors", [&](unsigned chunks, ElementTally *tallies) {
                tallyChunks<Element>
                    <<<chunks, threadsPerBlock>>>(compare, elementsOf<Element>(expected),
                                                  elementsOf<Element>(actual), elements, tallies);
            });
    });
}

Result<std::vector<std::uint32_t>> maskOnDevice(const TensorSpec &spec, const ElementRule &rule,
                                                const Tolerance &tolerance,
                                                const std::byte *expected, const std::byte *actual)
{
    const std::int64_t elements = spec.elements();
    std::vector<std::uint32_t> mask(static_cast<std::size_t>((elements + 31) / 32));
    if (mask.empty())
        return mask;
    const std::size_t bytes = mask.size() * sizeof(std::uint32_t);
    const Result<DeviceBuffer> buffer = DeviceBuffer::allocate(bytes);
    if (!buffer)
        return buffer.error();
    withElement(spec.dtype, [&]<typename Element>(Element) {
        const ElementComparer<Element> compare(spec.dtype, rule, tolerance);
        maskChunks<Element><<<static_cast<unsigned>(chunksOf(elements)), threadsPerBlock>>>(
            compare, elementsOf<Element>(expected), elementsOf<Element>(actual), elements,
            reinterpret_cast<std::uint32_t *>(buffer->data()));
    });
    if (Status done = finished("marking mismatches"); !done)
        return done.error();
    const cudaError_t failed
        = cudaMemcpy(mask.data(), buffer->data(), bytes, cudaMemcpyDeviceToHost);
    if (failed != cudaSuccess)
        return cudaFailure(failed, "fetching mismatches");
    return mask;
}

Result<SquareSum> squaresOnDevice(DType dtype, std::int64_t elements, const std::byte *tensor)
{
    return withElement(dtype, [&]<typename Element>(Element) {
        return mergedParts<SquareSum>(
            elements, "adding squares", [&](unsigned chunks, SquareSum *sums) {
                squareChunks<Element>
                    <<<chunks, threadsPerBlock>>>(elementsOf<Element>(tensor), elements, sums);
            });
    });
}

Status widenOnDevice(DType dtype, std::int64_t elements, const std::byte *tensor, double *wide)
{
    if (elements == 0)
        return {};
    withElement(dtype, [&]<typename Element>(Element) {
        widenChunks<Element><<<static_cast<unsigned>(chunksOf(elements)), threadsPerBlock>>>(
            elementsOf<Element>(tensor), elements, wide);
    });
    return finished("widening elements");
}

} // namespace loupe
