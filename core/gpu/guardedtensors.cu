// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/guardedtensors.h"

#include <utility>

#include <cuda_runtime.h>

namespace loupe {

namespace {

constexpr int guardThreads = 256;
constexpr unsigned blocksPerGuard = 64;
constexpr unsigned maxBlocks = 4096;

constexpr std::int64_t wordBytes = 4;

/// Returns how many words the bytes begin.
std::int64_t wordsOf(std::int64_t bytes)
{
    return (bytes + wordBytes - 1) / wordBytes;
}

/// Pattern as a little-endian number; guard offsets count from the start of the memory.
constexpr std::uint32_t guardWord = std::uint32_t{guardPattern[0]}
    | std::uint32_t{guardPattern[1]} << 8U | std::uint32_t{guardPattern[2]} << 16U
    | std::uint32_t{guardPattern[3]} << 24U;

using Offset = unsigned long long; // type of atomicMin and atomicMax

struct Marks {
    Offset first;
    Offset last;
};

__device__ std::uint8_t guardByte(std::int64_t offset)
{
    return static_cast<std::uint8_t>(guardWord >> (8U * (static_cast<unsigned>(offset) % 4U)));
}

__global__ void fillGuard(std::uint8_t *memory, std::int64_t begin, std::int64_t end)
{
    const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
    for (std::int64_t i = begin + static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
         i < end; i += step)
        memory[i] = guardByte(i);
}

__global__ void inspectGuard(const std::uint8_t *memory, std::int64_t begin, std::int64_t end,
                             Marks *marks)
{
    const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
    for (std::int64_t i = begin + static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
         i < end; i += step) {
        if (memory[i] != guardByte(i)) {
            atomicMin(&marks->first, static_cast<Offset>(i));
            atomicMax(&marks->last, static_cast<Offset>(i));
        }
    }
}

/// Finalizer of splitmix64: maps neighbouring numbers far apart.
__device__ std::uint64_t mixed(std::uint64_t value)
{
    value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    value = (value ^ (value >> 27U)) * 0x94D049BB133111EBULL;
    return value ^ (value >> 31U);
}

/// Sums a hash of each word and its index, so that the order does not matter.
__global__ void addFingerprint(const std::uint32_t *words, std::int64_t count, Offset *sum)
{
    Offset part = 0;
    const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
    for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
         i < count; i += step)
        part += mixed(mixed(static_cast<std::uint64_t>(i)) + words[i]);
    for (int distance = 16; distance > 0; distance /= 2)
        part += __shfl_down_sync(0xFFFFFFFFU, part, static_cast<unsigned>(distance));
    if (threadIdx.x % 32 == 0)
        atomicAdd(sum, part);
}

/// Waits for the launches. Returns the first error of launch or run.
Status awaited(const char *during)
{
    cudaError_t failed = cudaGetLastError();
    if (failed == cudaSuccess)
        failed = cudaDeviceSynchronize();
    if (failed != cudaSuccess)
        return cudaFailure(failed, during);
    return {};
}

std::uint8_t *asBytes(const DeviceBuffer &memory)
{
    return reinterpret_cast<std::uint8_t *>(memory.data());
}

} // namespace

GuardedTensors::GuardedTensors(GuardedLayout layout, std::vector<DeviceBuffer> memory,
                               DeviceBuffer marks)
    : m_layout(std::move(layout))
    , m_memory(std::move(memory))
    , m_marks(std::move(marks))
{
}

Result<GuardedTensors> GuardedTensors::create(std::span<const TensorSpec> specs)
{
    GuardedLayout layout = guardedLayout(specs);
    auto memory = DeviceBuffer::allocate(static_cast<std::size_t>(layout.bytes));
    if (!memory)
        return memory.error();
    auto marks = DeviceBuffer::allocate(layout.guards.size() * sizeof(Marks));
    if (!marks)
        return marks.error();
    for (const GuardedLayout::Range &guard : layout.guards)
        fillGuard<<<blocksPerGuard, guardThreads>>>(asBytes(*memory), guard.begin, guard.end);
    if (Status done = awaited("guarding tensors"); !done)
        return done.error();
    std::vector<DeviceBuffer> whole;
    whole.push_back(std::move(memory).value());
    return GuardedTensors(std::move(layout), std::move(whole), std::move(marks).value());
}

Result<GuardedTensors> GuardedTensors::createSeparate(std::span<const TensorSpec> specs)
{
    GuardedLayout layout;
    std::vector<DeviceBuffer> memory;
    for (const TensorSpec &spec : specs) {
        const auto size = static_cast<std::size_t>(wordsOf(spec.bytes()) * wordBytes);
        auto own = DeviceBuffer::allocate(size);
        if (!own)
            return own.error();
        // fingerprint() reads the last word whole.
        if (const cudaError_t failed = size > 0 ? cudaMemset(own->data(), 0, size) : cudaSuccess;
            failed != cudaSuccess)
            return cudaFailure(failed, "clearing a tensor");
        layout.tensors.push_back({0, spec.bytes()});
        memory.push_back(std::move(own).value());
    }
    auto marks = DeviceBuffer::allocate(sizeof(Marks));
    if (!marks)
        return marks.error();
    return GuardedTensors(std::move(layout), std::move(memory), std::move(marks).value());
}

Status GuardedTensors::write(std::size_t i, std::span<const std::byte> bytes) const
{
    return memoryOf(i).write(static_cast<std::size_t>(m_layout.tensors[i].begin), bytes);
}

Status GuardedTensors::fill(std::size_t i, std::byte value) const
{
    const auto size = static_cast<std::size_t>(bytes(i));
    if (size == 0)
        return {};
    if (const cudaError_t failed = cudaMemset(data(i), static_cast<int>(value), size);
        failed != cudaSuccess)
        return cudaFailure(failed, "filling a tensor");
    return awaited("filling a tensor");
}

Result<std::uint64_t> GuardedTensors::fingerprint(std::size_t i) const
{
    // The last word may include bytes of the guard behind the tensor.
    const std::int64_t words = wordsOf(bytes(i));
    auto *sum = reinterpret_cast<Offset *>(m_marks.data());
    cudaError_t failed = cudaMemset(sum, 0, sizeof(Offset));
    if (failed == cudaSuccess && words > 0) {
        const std::int64_t blocks = (words + guardThreads - 1) / guardThreads;
        const auto used = static_cast<unsigned>(blocks < maxBlocks ? blocks : maxBlocks);
        addFingerprint<<<used, guardThreads>>>(reinterpret_cast<const std::uint32_t *>(data(i)),
                                               words, sum);
        failed = cudaGetLastError();
    }
    Offset value = 0;
    if (failed == cudaSuccess)
        failed = cudaMemcpy(&value, sum, sizeof value, cudaMemcpyDeviceToHost);
    if (failed != cudaSuccess)
        return cudaFailure(failed, "looking at a tensor");
    return static_cast<std::uint64_t>(value);
}

Result<std::optional<GuardDamage>> GuardedTensors::damage() const
{
    std::vector<Marks> marks(m_layout.guards.size(), Marks{~Offset{0}, 0});
    const std::size_t size = marks.size() * sizeof(Marks);
    cudaError_t failed = cudaMemcpy(m_marks.data(), marks.data(), size, cudaMemcpyHostToDevice);
    auto *onDevice = reinterpret_cast<Marks *>(m_marks.data());
    for (std::size_t i = 0; i < m_layout.guards.size() && failed == cudaSuccess; ++i) {
        inspectGuard<<<blocksPerGuard, guardThreads>>>(asBytes(m_memory.front()),
                                                       m_layout.guards[i].begin,
                                                       m_layout.guards[i].end, onDevice + i);
        failed = cudaGetLastError();
    }
    if (failed == cudaSuccess)
        failed = cudaMemcpy(marks.data(), m_marks.data(), size, cudaMemcpyDeviceToHost);
    if (failed != cudaSuccess)
        return cudaFailure(failed, "looking at guards");
    for (const Marks &mark : marks) {
        if (mark.first <= mark.last)
            return damageAt(m_layout, static_cast<std::int64_t>(mark.first),
                            static_cast<std::int64_t>(mark.last));
    }
    return std::optional<GuardDamage>();
}

} // namespace loupe
