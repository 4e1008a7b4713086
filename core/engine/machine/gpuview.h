// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// GPU that a candidate may see on a machine with several.
struct GpuView {
    /// UUID for CUDA_VISIBLE_DEVICES; an index would count the visible devices only.
    std::string uuid;
    std::vector<std::filesystem::path> hidden; ///< device files of the other GPUs
};

/// Returns the view of "cuda:1" in this process's environment. Null with a single GPU, or if NVML
/// does not know its UUID and device file: then a candidate sees all files.
std::optional<GpuView> gpuView(const std::string &device);

/// Returns those of `names` (in /dev) that belong to GPUs with another number: "nvidia1" for 0, but
/// not "nvidiactl".
std::vector<std::string> otherGpuFiles(std::span<const std::string> names, unsigned number);

} // namespace loupe
