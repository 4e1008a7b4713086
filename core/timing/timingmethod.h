// SPDX-License-Identifier: Apache-2.0
#pragma once

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

} // namespace loupe
