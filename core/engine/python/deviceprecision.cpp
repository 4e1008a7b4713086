// SPDX-License-Identifier: Apache-2.0
#include "core/engine/python/deviceprecision.h"

#include "core/sandbox/channel/devicetensors.h"

#include <charconv>
#include <cstddef>
#include <optional>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Compute capability of an NVIDIA GPU.
struct Capability {
    int major = 0;
    int minor = 0;
    friend auto operator<=>(const Capability &, const Capability &) = default;
};

/// Returns the least capability with arithmetic of that precision.
Capability leastFor(RunPrecision precision)
{
    switch (precision) {
    case RunPrecision::Float16:
        return {5, 3};
    case RunPrecision::BFloat16:
        return {8, 0};
    case RunPrecision::Float32:
        break;
    }
    return {};
}

/// Reads "9.0".
std::optional<Capability> capabilityFrom(const std::string &text)
{
    Capability out;
    const char *end = text.data() + text.size();
    const auto major = std::from_chars(text.data(), end, out.major);
    if (major.ec != std::errc() || major.ptr == end || *major.ptr != '.')
        return std::nullopt;
    const auto minor = std::from_chars(major.ptr + 1, end, out.minor);
    return minor.ec == std::errc() && minor.ptr == end ? std::optional(out) : std::nullopt;
}

} // namespace

Status checkPrecisions(const std::vector<RunPrecision> &precisions, const std::string &device,
                       const PythonEnvironment &python)
{
    const auto ordinal = cudaOrdinal(device);
    if (!ordinal || python.torchBuild != "cuda")
        return {};
    const auto place = static_cast<std::size_t>(*ordinal);
    if (place >= python.capabilities.size())
        return {};
    const auto capability = capabilityFrom(python.capabilities[place]);
    if (!capability)
        return {};
    for (const RunPrecision precision : precisions) {
        const Capability least = leastFor(precision);
        if (*capability >= least)
            continue;
        const std::string named
            = place < python.devices.size() ? python.devices[place] : std::string("the GPU");
        return Error{Errc::Unsupported,
                     fmt::format("{} ({}) cannot compute in {}: it has compute capability {}, and "
                                 "{} needs {}.{}",
                                 named, device, name(precision), python.capabilities[place],
                                 name(precision), least.major, least.minor),
                     "precision", "name another precision with --precision, or another device"};
    }
    return {};
}

} // namespace loupe
