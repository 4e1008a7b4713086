// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace loupe {

/// Which clock says how long a call took. The names are those of TimingSeries::clock and --timing.
enum class TimingMethod {
    Cupti,     ///< busy time of the device, from CUPTI's records: the strongest
    CudaEvent, ///< CUDA events around each call, recorded in the process that makes it
    DoBench,   ///< as triton.testing.do_bench: events, cold cache, its warm-up and repetitions
    Host,      ///< the engine's wall clock around whole blocks of calls
};

/// What the device's cache holds when a call begins.
enum class CacheState { Cold, Warm };

/// The engine's wall clock around blocks of native calls on inputs that never were before, of which
/// some are judged. Results of versions before have "engine_wall" there.
inline constexpr std::string_view judgedBlocksClock = "engine_blocks";

/// "cupti", "cuda_event", "do_bench"; "engine_wall" for the host's.
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

/// As people write it: the clock's name, or "host".
constexpr std::string_view optionName(TimingMethod method)
{
    return method == TimingMethod::Host ? "host" : clockName(method);
}

constexpr std::string_view name(CacheState cache)
{
    return cache == CacheState::Cold ? "cold" : "warm";
}

} // namespace loupe
