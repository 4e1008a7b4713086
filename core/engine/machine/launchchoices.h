// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// Where candidates can run on this machine.
struct DeviceChoice {
    std::string device; ///< "cpu", "cuda:0"
    std::string name;   ///< "NVIDIA H200"
};

/// What a person may choose from on this machine when a run is asked for.
struct LaunchChoices {
    std::vector<std::filesystem::path> pythons;
    std::vector<DeviceChoice> devices;
};

/// The interpreters that people keep for such work, each once: $KLOUPE_PYTHON, that of the active
/// environment ($VIRTUAL_ENV, $CONDA_PREFIX), python3 of the search path, and those of environments
/// in `home` (.venv, venv, and all in .virtualenvs, venvs, .pyenv/versions, miniconda3/envs and
/// alike). Starts none of them.
std::vector<std::filesystem::path> pythonsUnder(const std::filesystem::path &home);

/// Of the user's own home, and the processor with every GPU that NVML knows. NVML may take a second
/// to start.
LaunchChoices launchChoices();

} // namespace loupe
