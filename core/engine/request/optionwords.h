// SPDX-License-Identifier: Apache-2.0
//
// Options of a run that take one of several words. The words are the same in presets, in the
// profiles of runs and on the command line.
#pragma once

#include "core/engine/request/runrequest.h"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace loupe {

/// Returns the word for the value; most types have it from name().
template <typename T>
requires std::is_enum_v<T>
constexpr std::string_view optionWord(T value)
{
    return name(value);
}

inline std::string_view optionWord(LibraryPolicy policy)
{
    return policyName(policy);
}
constexpr std::string_view optionWord(TimingMethod method)
{
    return optionName(method);
}
constexpr std::string_view optionWord(std::optional<TimingMethod> method)
{
    return method ? optionName(*method) : "auto";
}
constexpr std::string_view optionWord(SandboxMode mode)
{
    return mode == SandboxMode::None ? "none" : "bubblewrap";
}
constexpr std::string_view optionWord(JudgedBy judge)
{
    switch (judge) {
    case JudgedBy::Suite:
        return "suite";
    case JudgedBy::Strict:
        return "strict";
    case JudgedBy::Both:
        break;
    }
    return "both";
}

/// Returns the precision that a run's configuration names ("bf16", "float16"); nothing for an
/// unknown word.
inline std::optional<RunPrecision> precisionFromWord(std::string_view word)
{
    if (word == "fp32" || word == "float32")
        return RunPrecision::Float32;
    if (word == "fp16" || word == "float16")
        return RunPrecision::Float16;
    if (word == "bf16" || word == "bfloat16")
        return RunPrecision::BFloat16;
    return std::nullopt;
}

/// Returns KernelBench's word for a precision, which is also that of stored runs.
constexpr const char *suiteWord(RunPrecision precision)
{
    switch (precision) {
    case RunPrecision::Float16:
        return "fp16";
    case RunPrecision::BFloat16:
        return "bf16";
    default:
        return "fp32";
    }
}

/// Returns all values that the option may have.
template <typename T>
constexpr auto optionValues()
{
    if constexpr (std::is_same_v<T, LibraryPolicy>)
        return std::array{LibraryPolicy::Pure, LibraryPolicy::Mixed, LibraryPolicy::Any};
    else if constexpr (std::is_same_v<T, TimingMethod>)
        return std::array{TimingMethod::Cupti, TimingMethod::CudaEvent, TimingMethod::DoBench,
                          TimingMethod::Host};
    else if constexpr (std::is_same_v<T, std::optional<TimingMethod>>)
        return std::array<T, 5>{T(), TimingMethod::Cupti, TimingMethod::CudaEvent,
                                TimingMethod::DoBench, TimingMethod::Host};
    else if constexpr (std::is_same_v<T, CacheState>)
        return std::array{CacheState::Cold, CacheState::Warm};
    else if constexpr (std::is_same_v<T, SandboxMode>)
        return std::array{SandboxMode::None, SandboxMode::Bubblewrap};
    else if constexpr (std::is_same_v<T, JudgedBy>)
        return std::array{JudgedBy::Suite, JudgedBy::Strict, JudgedBy::Both};
    else if constexpr (std::is_same_v<T, RunPrecision>)
        return std::array{RunPrecision::Float32, RunPrecision::Float16, RunPrecision::BFloat16};
    else if constexpr (std::is_same_v<T, ProtocolMode>)
        return std::array{ProtocolMode::AsShipped, ProtocolMode::AsIntended};
    else if constexpr (std::is_same_v<T, ToggleState>)
        return std::array{ToggleState::AsShipped, ToggleState::AsIntended, ToggleState::On,
                          ToggleState::Off};
    else if constexpr (std::is_same_v<T, BaselineForm>)
        return std::array{BaselineForm::Eager,
                          BaselineForm::EagerIeee,
                          BaselineForm::Compile,
                          BaselineForm::CompileReduceOverhead,
                          BaselineForm::CompileMaxAutotune,
                          BaselineForm::CompileMaxAutotuneNoGraphs,
                          BaselineForm::CudaGraph};
}

/// Returns the values by their words.
template <typename T>
std::map<std::string, T> optionWords()
{
    std::map<std::string, T> out;
    for (const T &value : optionValues<T>())
        out.emplace(optionWord(value), value);
    return out;
}

} // namespace loupe
