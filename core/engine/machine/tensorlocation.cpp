// SPDX-License-Identifier: Apache-2.0
#include "core/engine/machine/tensorlocation.h"

#include "core/judge/judgeprocess.h"

#include <algorithm>

namespace loupe {

namespace {

/// Device memory of a process that starts the device.
constexpr std::int64_t oneContext = std::int64_t{600} << 20;

bool mayBeOnDevice(const PythonEnvironment &python, const std::string &device)
{
    return cudaOrdinal(device).has_value() && python.torchBuild == "cuda";
}

} // namespace

std::int64_t TensorLocation::heldByOthers() const
{
    return std::max<std::int64_t>(0, totalBytes - deviceBytes - oneContext); // not the checker's
}

TensorLocation placeFor(const PythonEnvironment &python, const std::string &device,
                        const std::optional<DeviceCapability> &judge)
{
    TensorLocation place;
    if (device == "cpu")
        return place;
    if (!mayBeOnDevice(python, device)) {
        place.reason = "only tensors of NVIDIA GPUs can be passed between processes";
    } else if (!judge || !judge->canCompare) {
        place.reason = judge ? judge->reason : "no judge was asked";
    } else {
        place.memory = device;
        place.deviceBytes = judge->freeBytes;
        place.totalBytes = judge->totalBytes;
    }
    return place;
}

Result<TensorLocation> chooseTensorLocation(const PythonEnvironment &python,
                                            const std::string &device,
                                            const std::filesystem::path &judgeProgram,
                                            const std::map<std::string, std::string> &visible,
                                            std::stop_token stop)
{
    if (!mayBeOnDevice(python, device))
        return placeFor(python, device, std::nullopt);
    const auto judge = JudgeProcess::start(judgeProgram, visible);
    if (!judge)
        return judge.error();
    const auto capability = (*judge)->capability(device, std::move(stop));
    if (!capability)
        return capability.error();
    return placeFor(python, device, *capability);
}

} // namespace loupe
