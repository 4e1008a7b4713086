// SPDX-License-Identifier: Apache-2.0
#include "core/timing/cpuceilings.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <barrier>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <unistd.h>

namespace loupe {

namespace {

constexpr std::size_t bytesPerArray = std::size_t{256} << 20; ///< of all threads together
constexpr int samplesOfEach = 7;
constexpr std::int64_t rounds = 4'000'000; ///< of the multiply-add loop

double seconds(std::chrono::steady_clock::duration time)
{
    return std::chrono::duration<double>(time).count();
}

/// Returns the time from the moment when all threads are ready until the last one is done.
double timeTogether(int threads, const std::function<void(int)> &part)
{
    std::chrono::steady_clock::time_point began;
    std::barrier ready(threads + 1);
    std::vector<std::jthread> workers;
    workers.reserve(static_cast<std::size_t>(threads));
    for (int i = 0; i < threads; ++i)
        workers.emplace_back([&, i] {
            ready.arrive_and_wait();
            part(i);
        });
    ready.arrive_and_wait();
    began = std::chrono::steady_clock::now();
    workers.clear(); // joins
    return seconds(std::chrono::steady_clock::now() - began);
}

/// Returns a sink that keeps results from being optimised away.
std::atomic<double> &result()
{
    static std::atomic<double> kept;
    return kept;
}

/// Adds in `Lanes` independent sums, enough to fill the pipelines. Inlined into one function per
/// vector width.
template <int Lanes>
[[gnu::always_inline]] inline float multiplyAdds(std::int64_t times, float factor)
{
    std::array<float, Lanes> sums;
    for (int lane = 0; lane < Lanes; ++lane)
        sums[static_cast<std::size_t>(lane)] = static_cast<float>(lane);
    for (std::int64_t i = 0; i < times; ++i) {
#pragma GCC unroll 1
        for (std::size_t lane = 0; lane < Lanes; ++lane)
            sums[lane] = sums[lane] * factor + 1.0F;
    }
    float total = 0;
    for (const float sum : sums)
        total += sum;
    return total;
}

struct VectorUnit {
    const char *name;
    int lanes;
    float (*run)(std::int64_t times, float factor);
};

#if defined(__x86_64__)
[[gnu::target("avx512f"), gnu::optimize("O3")]] float multiplyAdds512(std::int64_t times, float f)
{
    return multiplyAdds<192>(times, f);
}
[[gnu::target("avx2,fma"), gnu::optimize("O3")]] float multiplyAdds256(std::int64_t times, float f)
{
    return multiplyAdds<96>(times, f);
}
#endif
[[gnu::optimize("O3")]] float multiplyAddsPlain(std::int64_t times, float factor)
{
    return multiplyAdds<48>(times, factor);
}

VectorUnit widestUnit()
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f"))
        return {"AVX-512", 192, multiplyAdds512};
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return {"AVX2", 96, multiplyAdds256};
#endif
    return {"without wide vectors", 48, multiplyAddsPlain};
}

class Arrays
{
public:
    explicit Arrays(int threads)
        : m_perThread(bytesPerArray / sizeof(std::uint64_t) / static_cast<std::size_t>(threads))
        , m_from(m_perThread * static_cast<std::size_t>(threads), 1)
        , m_to(m_from.size(), 2)
    {
    }
    double bytes() const { return static_cast<double>(m_from.size() * sizeof(std::uint64_t)); }
    void copy(int thread)
    {
        std::memcpy(begin(m_to, thread), begin(m_from, thread),
                    m_perThread * sizeof(std::uint64_t));
    }
    void read(int thread)
    {
        const std::uint64_t *data = begin(m_from, thread);
        std::array<std::uint64_t, 8> sums = {};
        for (std::size_t i = 0; i + sums.size() <= m_perThread; i += sums.size()) {
            for (std::size_t lane = 0; lane < sums.size(); ++lane)
                sums[lane] += data[i + lane];
        }
        std::uint64_t total = 0;
        for (const std::uint64_t sum : sums)
            total += sum;
        result() = static_cast<double>(total);
    }

private:
    std::uint64_t *begin(std::vector<std::uint64_t> &array, int thread) const
    {
        return array.data() + m_perThread * static_cast<std::size_t>(thread);
    }

    std::size_t m_perThread;
    std::vector<std::uint64_t> m_from;
    std::vector<std::uint64_t> m_to;
};

} // namespace

Result<DeviceCeilings> measureProcessors(int threads, const std::stop_token &stop)
{
    threads = std::max(threads, 1);
    DeviceCeilings out;
    const auto sample = [&](const char *name, double amount, std::string how,
                            const std::function<void(int)> &part) -> Status {
        std::vector<double> samples;
        timeTogether(threads, part); // warms up pages and clocks
        for (int i = 0; i < samplesOfEach; ++i) {
            if (stop.stop_requested())
                return Error{Errc::Cancelled, "the calibration was cancelled"};
            samples.push_back(amount / timeTogether(threads, part));
        }
        out.rates.push_back(rateFrom(name, std::move(samples), std::move(how)));
        return {};
    };
    const std::string everywhere = ", " + std::to_string(threads) + " threads";
    {
        Arrays arrays(threads);
        const std::string size = std::to_string(bytesPerArray >> 20) + " MiB" + everywhere;
        if (Status done = sample("copy", 2 * arrays.bytes(), "memcpy, " + size,
                                 [&](int thread) { arrays.copy(thread); });
            !done)
            return done.error();
        if (Status done = sample("read", arrays.bytes(), "sum, " + size,
                                 [&](int thread) { arrays.read(thread); });
            !done)
            return done.error();
    }
    const VectorUnit unit = widestUnit();
    const double operations = 2.0 * unit.lanes * static_cast<double>(rounds) * threads;
    if (Status done = sample("float32", operations,
                             "multiply-adds in registers, " + std::string(unit.name) + everywhere,
                             [&](int) { result() = unit.run(rounds, 0.999F); });
        !done)
        return done.error();
    if (const long cache = sysconf(_SC_LEVEL3_CACHE_SIZE); cache > 0)
        out.cacheBytes = static_cast<double>(cache);
    out.facts["threads"] = threads;
    return out;
}

} // namespace loupe
