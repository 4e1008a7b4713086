// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/devicecomparison.h"
#include "core/gpu/devicememory.h"
#include "core/judge/comparisonsummary.h"

#include <chrono>
#include <cstdio>
#include <random>

// Measures how fast the judge compares 1.6e9 float32 (a 6.4 GB result) on a GPU.

namespace {

using namespace loupe;

constexpr std::int64_t elements = std::int64_t{4096} * 393216;

double secondsOf(const auto &work)
{
    const auto began = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

void measure(const char *what, std::int64_t bytes, const auto &work)
{
    work(); // loads the kernel's code
    for (int i = 0; i < 3; ++i) {
        const double seconds = secondsOf(work);
        std::printf("%-40s %9.2f ms %8.0f GB/s\n", what, seconds * 1e3,
                    static_cast<double>(bytes) / seconds / 1e9);
    }
}

/// Fills the buffer with one repeated block of random numbers.
void fill(const DeviceBuffer &buffer, float scale)
{
    std::mt19937 random(7);
    std::normal_distribution<float> normal;
    std::vector<float> block((std::size_t{1} << 22) + 11);
    for (float &each : block)
        each = normal(random) * scale;
    const auto bytes = std::as_bytes(std::span(block));
    constexpr auto all = static_cast<std::size_t>(elements) * sizeof(float);
    for (std::size_t at = 0; at < all; at += bytes.size()) {
        if (!buffer.write(at, bytes.first(std::min(bytes.size(), all - at))))
            std::puts("cannot fill the buffer");
    }
}

int run()
{
    if (const Status usable = canPassMemory(0); !usable) {
        std::printf("not run: %s\n", usable.error().message.c_str());
        return 0;
    }
    const TensorSpec spec{"y", DType::Float32, {4096, 393216}};
    const auto bytes = static_cast<std::size_t>(spec.bytes());
    const Status started = useDevice(0);
    const auto expected = DeviceBuffer::allocate(bytes);
    const auto same = DeviceBuffer::allocate(bytes);
    const auto other = DeviceBuffer::allocate(bytes);
    if (!started || !expected || !same || !other) {
        std::puts("not run: the GPU has too little memory left");
        return 0;
    }
    fill(*expected, 1.0F);
    fill(*same, 1.0F);
    fill(*other, 1.001F);
    ElementRule rule{{false, 1e-4, 1e-4, 0}};
    const auto both = static_cast<std::int64_t>(2 * bytes);
    const auto tally = [&](const DeviceBuffer &actual) {
        return [&] {
            if (!tallyOnDevice(spec, rule, rule.tolerance, expected->data(), actual.data()))
                std::puts("the comparison failed");
        };
    };
    measure("tally, equal", both, tally(*same));
    measure("tally, every element off", both, tally(*other));
    rule.measures = true;
    measure("tally with measures, every element off", both, tally(*other));
    measure("squares", both / 2, [&] {
        if (!squaresOnDevice(spec.dtype, elements, expected->data()))
            std::puts("the sum failed");
    });
    measure("mask, fetched", both, [&] {
        if (!maskOnDevice(spec, rule, rule.tolerance, expected->data(), other->data()))
            std::puts("the mask failed");
    });
    const auto mask = maskOnDevice(spec, rule, rule.tolerance, expected->data(), other->data());
    measure("mismatches gathered from the mask", elements / 8, [&] {
        std::printf("%lld differ: ",
                    static_cast<long long>(mismatchesFromMask(spec.shape, *mask).count()));
    });
    measure("a buffer of 6.4 GB made and given back", static_cast<std::int64_t>(bytes), [&] {
        if (!DeviceBuffer::allocate(bytes))
            std::puts("no room");
    });
    return 0;
}

} // namespace

int main()
{
    return run();
}
