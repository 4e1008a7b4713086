// SPDX-License-Identifier: Apache-2.0
#include "core/engine/machine/gpuview.h"

#include "core/base/environment.h"
#include "core/engine/machine/gpudevices.h"
#include "core/engine/machine/gpustate.h"
#include "core/engine/machine/nvml.h"

#include <algorithm>
#include <string_view>
#include <system_error>

namespace loupe {

namespace fs = std::filesystem;

std::vector<std::string> otherGpuFiles(std::span<const std::string> names, unsigned number)
{
    constexpr std::string_view beginning = "nvidia";
    const std::string own = std::string(beginning) + std::to_string(number);
    std::vector<std::string> out;
    for (const std::string &name : names) {
        const bool isGpu = name.starts_with(beginning) && name.size() > beginning.size()
            && name.find_first_not_of("0123456789", beginning.size()) == std::string::npos;
        if (isGpu && name != own)
            out.push_back(name);
    }
    std::ranges::sort(out);
    return out;
}

std::optional<GpuView> gpuView(const std::string &device)
{
    const auto handle = nvmlDevice(visibleDevice(device, variableIfSet("CUDA_VISIBLE_DEVICES")));
    const auto known = gpuDevice(device);
    if (!handle || !known || known->uuid.empty())
        return std::nullopt;
    const auto number = askNvml<unsigned>(nvml().minorNumber, *handle);
    if (!number)
        return std::nullopt;
    std::vector<std::string> names;
    std::error_code failed;
    for (const auto &entry : fs::directory_iterator("/dev", failed))
        names.push_back(entry.path().filename().string());
    GpuView view{known->uuid, {}};
    for (const std::string &name : otherGpuFiles(names, *number))
        view.hidden.push_back(fs::path("/dev") / name);
    if (view.hidden.empty())
        return std::nullopt;
    return view;
}

} // namespace loupe
