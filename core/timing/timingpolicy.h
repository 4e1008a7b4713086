// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace loupe {

/// Clock that measures calls. The names are those of TimingSeries::clock and --timing.
enum class TimingMethod {
    Cupti,     ///< busy time of the device, from CUPTI's records: the strongest
    CudaEvent, ///< CUDA events around each call, recorded by the calling process
    DoBench,   ///< as triton.testing.do_bench: events, cold cache, its warm-up and repetitions
    Host,      ///< the engine's wall clock around whole blocks of calls
};

/// Contents of the device's cache when a call begins.
enum class CacheState { Cold, Warm };

/// Engine's wall clock around blocks of native calls on unseen inputs, some of which are checked.
/// Results of earlier versions have "engine_wall" there.
inline constexpr std::string_view judgedBlocksClock = "engine_blocks";

/// Returns "cupti", "cuda_event", "do_bench" or, for the host's clock, "engine_wall".
constexpr std::string_view clockName(TimingMethod method)
{
    switch (method) {
    case TimingMethod::Cupti:
        return "cupti";
    case TimingMethod::CudaEvent:
        return "cuda_event";
    case TimingMethod::DoBench:
        return "do_bench";
    case TimingMethod::Host:
        break;
    }
    return "engine_wall";
}

/// Returns the name used in options: the clock's name, or "host".
constexpr std::string_view optionName(TimingMethod method)
{
    return method == TimingMethod::Host ? "host" : clockName(method);
}

constexpr std::string_view name(CacheState cache)
{
    return cache == CacheState::Cold ? "cold" : "warm";
}

/// Stop criteria of a timing. Blocks of candidate and baseline are interleaved ABBA. The engine
/// stops when the 95 % interval of the ratio's logarithm is narrow enough, but not before
/// `minimumSeconds` and `minimumBlocks`. After `maximumSeconds` it stops in any case.
struct TimingPolicy {
    bool enabled = true;
    double relativeInterval = 0.02; ///< half width of the 95 % interval of the speedup
    double minimumSeconds = 0.05;   ///< of the engine's wall clock per side
    double maximumSeconds = 1.0;    ///< of the engine's wall clock per side
    int minimumBlocks = 8;          ///< per side
    double blockSeconds = 0.004;    ///< target length of one block
    double slowSeconds = 0.1;       ///< per side; a side this slow needs only four blocks

    // Benchmarks in Python only:
    std::optional<TimingMethod> method;  ///< null: cupti on a GPU, host elsewhere
    CacheState cache = CacheState::Cold; ///< of a GPU; a CPU's cache is not flushed
    int rotatedInputs = 1;               ///< slots for calls of a block, with inputs of their own
    std::int64_t rotatedBytes = std::int64_t{4} << 30; ///< maximum size of these inputs together
};

} // namespace loupe
