// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// Device that can run candidates.
struct DeviceChoice {
    std::string device; ///< "cpu", "cuda:0"
    std::string name;   ///< "NVIDIA H200"
};

/// Choices for a new run on this machine.
struct LaunchChoices {
    std::vector<std::filesystem::path> pythons;
    std::vector<DeviceChoice> devices;
};

/// Returns installed Python interpreters, each once, without starting any: $KLOUPE_PYTHON, the
/// active environment ($VIRTUAL_ENV, $CONDA_PREFIX), and python3 of the search path. Adds the
/// environments in `home` (.venv, venv, and all in .virtualenvs, venvs, .pyenv/versions,
/// miniconda3/envs and similar).
std::vector<std::filesystem::path> pythonsUnder(const std::filesystem::path &home);

/// Returns the choices for the user's own home, the processor and every GPU that NVML knows.
/// Starting NVML may take a second.
LaunchChoices launchChoices();

} // namespace loupe
