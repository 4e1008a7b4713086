// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// What a candidate is shown of a machine with several GPUs: its own.
struct GpuView {
    /// Its UUID, for CUDA_VISIBLE_DEVICES: a number would count the devices that are shown.
    std::string uuid;
    std::vector<std::filesystem::path> hidden; ///< device files of the others
};

/// That of "cuda:1" in this process's environment. nullopt where there is one GPU alone, or NVML
/// does not know the file and the UUID of the one: then a candidate sees the files of all.
std::optional<GpuView> gpuView(const std::string &device);

/// Of these names in /dev those of GPUs with another number: "nvidia1" beside 0, not "nvidiactl".
std::vector<std::string> otherGpuFiles(std::span<const std::string> names, unsigned number);

} // namespace loupe
