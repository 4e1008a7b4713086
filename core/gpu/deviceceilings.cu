// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/cublaslibrary.h"
#include "core/gpu/deviceceilings.h"
#include "core/gpu/devicememory.h"
#include "core/sandbox/channel/devicetensors.h"

#include <algorithm>
#include <functional>
#include <utility>

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

namespace loupe {

namespace {

constexpr int blockThreads = 256;
constexpr int samplesOfEach = 11;
constexpr double sampleSeconds = 0.02; ///< minimum duration of each sample
constexpr std::size_t maxBufferBytes = std::size_t{2} << 30;
constexpr int matrixSize = 8192;

/// Returns values that look random: products of zeros run faster.
__device__ float noise(std::size_t i)
{
    auto bits = static_cast<unsigned>(i * 2654435761U);
    bits ^= bits >> 15;
    bits *= 2246822519U;
    bits ^= bits >> 13;
    return static_cast<float>(bits) / 2147483648.0F - 1.0F;
}

template <typename Element>
__global__ void __launch_bounds__(blockThreads) fillWithNoise(Element *data, std::size_t count)
{
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride)
        data[i] = static_cast<Element>(noise(i) * (sizeof(Element) == 1 ? 100.0F : 1.0F));
}

__global__ void __launch_bounds__(blockThreads)
    copyAll(const int4 *from, int4 *to, std::size_t count)
{
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride)
        to[i] = from[i];
}

/// Reads the buffer `times` times, bypassing the first-level cache.
__global__ void __launch_bounds__(blockThreads)
    readAll(const int4 *from, std::size_t count, int times, int *out)
{
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    int mixed = 0;
    for (int round = 0; round < times; ++round) {
        std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
        for (; i + 3 * stride < count; i += 4 * stride) {
            const int4 a = __ldcg(from + i);
            const int4 b = __ldcg(from + i + stride);
            const int4 c = __ldcg(from + i + 2 * stride);
            const int4 d = __ldcg(from + i + 3 * stride);
            mixed += (a.x ^ a.y ^ a.z ^ a.w) + (b.x ^ b.y ^ b.z ^ b.w) + (c.x ^ c.y ^ c.z ^ c.w)
                + (d.x ^ d.y ^ d.z ^ d.w) + round;
        }
        for (; i < count; i += stride) {
            const int4 a = __ldcg(from + i);
            mixed += a.x ^ a.y ^ a.z ^ a.w;
        }
    }
    if (mixed == 0x5A17C0DE) // keeps the compiler from removing the reads
        *out = mixed;
}

constexpr int chains = 16; ///< independent multiply-adds per thread
constexpr int steps = 4096;

__global__ void __launch_bounds__(blockThreads) multiplyAdd(float factor, float *out)
{
    float sums[chains];
#pragma unroll
    for (int i = 0; i < chains; ++i)
        sums[i] = static_cast<float>(threadIdx.x + i);
    for (int step = 0; step < steps; ++step) {
#pragma unroll
        for (int i = 0; i < chains; ++i)
            sums[i] = __fmaf_rn(sums[i], factor, 1.0F);
    }
    float total = 0;
#pragma unroll
    for (int i = 0; i < chains; ++i)
        total += sums[i];
    if (total == 12345.678F)
        *out = total;
}

struct Events {
    cudaEvent_t begin = nullptr;
    cudaEvent_t end = nullptr;
    Events()
    {
        cudaEventCreate(&begin);
        cudaEventCreate(&end);
    }
    Events(const Events &) = delete;
    Events &operator=(const Events &) = delete;
    ~Events()
    {
        cudaEventDestroy(begin);
        cudaEventDestroy(end);
    }
};

Status checkLast(const char *during)
{
    const cudaError_t failed = cudaGetLastError();
    if (failed != cudaSuccess)
        return cudaFailure(failed, during);
    return {};
}

/// Returns the seconds of `times` launches.
Result<double> timeLaunches(const Events &events, const std::function<bool()> &launch, int times)
{
    cudaEventRecord(events.begin);
    for (int i = 0; i < times; ++i) {
        if (!launch())
            return Error{Errc::Unsupported, "the library refuses the product"};
    }
    cudaEventRecord(events.end);
    cudaEventSynchronize(events.end);
    if (Status done = checkLast("measuring the device"); !done)
        return done.error();
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, events.begin, events.end);
    return milliseconds / 1e3;
}

/// Sampler of rates; it lists failures as missing.
class Sampler
{
public:
    explicit Sampler(DeviceCeilings &out) : m_out(out) { }

    void sample(const char *name, double amount, std::string how,
                const std::function<bool()> &launch)
    {
        if (auto rate = measure(name, amount, std::move(how), launch))
            m_out.rates.push_back(std::move(*rate));
        else
            m_out.missing.push_back(std::string(name) + ": " + rate.error().text());
    }

private:
    Result<MeasuredRate> measure(const char *name, double amount, std::string how,
                                 const std::function<bool()> &launch) const
    {
        const auto warm = timeLaunches(m_events, launch, 2);
        if (!warm)
            return warm.error();
        const auto once = timeLaunches(m_events, launch, 1);
        if (!once)
            return once.error();
        const int times
            = std::clamp(static_cast<int>(sampleSeconds / std::max(*once, 1e-6)) + 1, 1, 1000);
        std::vector<double> samples;
        for (int i = 0; i < samplesOfEach; ++i) {
            const auto taken = timeLaunches(m_events, launch, times);
            if (!taken)
                return taken.error();
            samples.push_back(amount * times / std::max(*taken, 1e-9));
        }
        return rateFrom(name, std::move(samples), std::move(how));
    }

    DeviceCeilings &m_out;
    Events m_events;
};

std::string mebibytes(std::size_t bytes)
{
    return std::to_string(bytes >> 20) + " MiB";
}

Status measureMemory(const cudaDeviceProp &properties, Sampler &sampler, std::size_t bytes)
{
    const auto from = DeviceBuffer::allocate(bytes);
    const auto to = DeviceBuffer::allocate(bytes);
    if (!from || !to)
        return from ? to.error() : from.error();
    const int blocks = properties.multiProcessorCount * 8;
    fillWithNoise<<<blocks, blockThreads>>>(reinterpret_cast<float *>(from->data()), bytes / 4);
    const auto *source = reinterpret_cast<const int4 *>(from->data());
    auto *target = reinterpret_cast<int4 *>(to->data());
    const std::size_t count = bytes / sizeof(int4);
    sampler.sample("copy", 2.0 * static_cast<double>(bytes),
                   "own kernel, 2 x " + mebibytes(bytes) + ", read plus written", [&] {
                       copyAll<<<blocks, blockThreads>>>(source, target, count);
                       return true;
                   });
    sampler.sample("read", static_cast<double>(bytes), "own kernel, " + mebibytes(bytes), [&] {
        readAll<<<blocks, blockThreads>>>(source, count, 1, reinterpret_cast<int *>(target));
        return true;
    });
    const std::size_t part = static_cast<std::size_t>(properties.l2CacheSize) / 4;
    constexpr int rounds = 64;
    if (part >= (std::size_t{1} << 20))
        sampler.sample("cache_read", static_cast<double>(part) * rounds,
                       "own kernel, " + mebibytes(part) + " again and again", [&] {
                           readAll<<<blocks, blockThreads>>>(source, part / sizeof(int4), rounds,
                                                             reinterpret_cast<int *>(target));
                           return true;
                       });
    const double operations = 2.0 * chains * steps * blocks * blockThreads;
    sampler.sample("float32", operations, "own kernel, multiply-adds in registers", [&] {
        multiplyAdd<<<blocks, blockThreads>>>(0.999F, reinterpret_cast<float *>(target));
        return true;
    });
    return {};
}

// Values of cudaDataType_t and cublasComputeType_t, as documented by cuBLAS.
constexpr int real32 = 0;
constexpr int real64 = 1;
constexpr int real16 = 2;
constexpr int integer8 = 3;
constexpr int integer32 = 10;
constexpr int brain16 = 14;
constexpr int compute32 = 68;
constexpr int compute64 = 70;
constexpr int computeInteger32 = 72;
constexpr int computeTf32 = 77;
constexpr int notTransposed = 0;
constexpr int transposed = 1;
constexpr int defaultAlgorithm = -1;

struct Product {
    const char *name;
    int type;       ///< of both factors
    int resultType; ///< of the product
    int compute;
    std::size_t elementBytes;
};

constexpr Product products[] = {{"float64", real64, real64, compute64, 8},
                                {"tf32", real32, real32, computeTf32, 4},
                                {"bfloat16", brain16, brain16, compute32, 2},
                                {"float16", real16, real16, compute32, 2},
                                {"int8", integer8, integer32, computeInteger32, 1}};

void fill(const Product &product, std::byte *data, std::size_t count)
{
    constexpr int blocks = 2048;
    if (product.type == real64)
        fillWithNoise<<<blocks, blockThreads>>>(reinterpret_cast<double *>(data), count);
    else if (product.type == real32)
        fillWithNoise<<<blocks, blockThreads>>>(reinterpret_cast<float *>(data), count);
    else if (product.type == brain16)
        fillWithNoise<<<blocks, blockThreads>>>(reinterpret_cast<__nv_bfloat16 *>(data), count);
    else if (product.type == real16)
        fillWithNoise<<<blocks, blockThreads>>>(reinterpret_cast<__half *>(data), count);
    else
        fillWithNoise<<<blocks, blockThreads>>>(reinterpret_cast<signed char *>(data), count);
}

void measureProducts(DeviceCeilings &out, Sampler &sampler)
{
    const auto allMissing = [&](const std::string &why) {
        for (const Product &product : products)
            out.missing.push_back(std::string(product.name) + ": " + why);
    };
    CublasLibrary cublas;
    if (const std::string problem = cublas.load(); !problem.empty())
        return allMissing(problem);
    CublasLibrary::Handle handle = nullptr;
    if (cublas.create(&handle) != 0)
        return allMissing("cuBLAS cannot be started");
    int version = 0;
    cublas.version(handle, &version);
    const std::string how = "cuBLAS " + std::to_string(version) + ", " + std::to_string(matrixSize)
        + " cubed, random values";
    constexpr std::size_t elements = std::size_t{matrixSize} * matrixSize;
    const auto a = DeviceBuffer::allocate(elements * 8);
    const auto b = DeviceBuffer::allocate(elements * 8);
    const auto c = DeviceBuffer::allocate(elements * 8);
    if (!a || !b || !c) {
        cublas.destroy(handle);
        return allMissing("the GPU has too little memory left");
    }
    for (const Product &product : products) {
        fill(product, a->data(), elements);
        fill(product, b->data(), elements);
        // cuBLAS reads the scalars in the type of the computation.
        const double one64 = 1;
        const double zero64 = 0;
        const float one32 = 1;
        const float zero32 = 0;
        const int oneInteger = 1;
        const int zeroInteger = 0;
        const void *alpha = &one32;
        const void *beta = &zero32;
        if (product.compute == compute64) {
            alpha = &one64;
            beta = &zero64;
        } else if (product.compute == computeInteger32) {
            alpha = &oneInteger;
            beta = &zeroInteger;
        }
        constexpr int n = matrixSize;
        sampler.sample(product.name, 2.0 * n * n * n, how, [&] {
            return cublas.gemm(handle, transposed, notTransposed, n, n, n, alpha, a->data(),
                               product.type, n, b->data(), product.type, n, beta, c->data(),
                               product.resultType, n, product.compute, defaultAlgorithm)
                == 0;
        });
    }
    cublas.destroy(handle);
}

std::string uuidText(const cudaUUID_t &uuid)
{
    constexpr char digits[] = "0123456789abcdef";
    std::string out = "GPU-";
    for (std::size_t i = 0; i < sizeof uuid.bytes; ++i) {
        const auto byte = static_cast<unsigned char>(uuid.bytes[i]);
        out += digits[byte / 16];
        out += digits[byte % 16];
        if (i == 3 || i == 5 || i == 7 || i == 9)
            out += '-';
    }
    return out;
}

} // namespace

Result<DeviceCeilings> measureDevice(const std::string &device)
{
    const auto ordinal = cudaOrdinal(device);
    if (!ordinal)
        return Error{Errc::InvalidInput, "\"" + device + "\" is no CUDA device"};
    if (Status used = useDevice(*ordinal); !used)
        return used.error();
    cudaDeviceProp properties = {};
    if (const cudaError_t failed = cudaGetDeviceProperties(&properties, *ordinal);
        failed != cudaSuccess)
        return cudaFailure(failed, "asking for the device's properties");
    DeviceCeilings out;
    out.device = device;
    out.deviceName = properties.name;
    out.uuid = uuidText(properties.uuid);
    out.cacheBytes = properties.l2CacheSize;
    out.facts["multiprocessors"] = properties.multiProcessorCount;
    out.facts["compute_capability"]
        = std::to_string(properties.major) + "." + std::to_string(properties.minor);
    Sampler sampler(out);
    std::size_t free = 0;
    std::size_t total = 0;
    cudaMemGetInfo(&free, &total);
    // Smaller buffers would measure the cache.
    const std::size_t bytes = std::min(maxBufferBytes, free / 4) / 4096 * 4096;
    if (bytes < static_cast<std::size_t>(properties.l2CacheSize) * 4)
        return Error{Errc::Unsupported, "the GPU has too little free memory to measure it", device,
                     "wait until other programs have left it"};
    if (Status done = measureMemory(properties, sampler, bytes); !done)
        return done.error();
    measureProducts(out, sampler);
    return out;
}

} // namespace loupe
