// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/machine/programs.h"
#include "core/model/device/ceilings.h"

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

namespace loupe {

/// Returns the folder of measured ceilings: `ceilings` in $KLOUPE_DATA, else in
/// $XDG_DATA_HOME/kernelloupe, else in ~/.local/share/kernelloupe. Empty if none of the variables
/// is set.
std::filesystem::path ceilingsFolder();

/// Measures "cpu" in this process, or "cuda:0" in a judge process. Nothing else should run
/// meanwhile.
Result<DeviceCeilings> measureCeilings(const std::string &device, const ProgramPaths &programs,
                                       const std::stop_token &stop);

/// Writes the ceilings to a file named after the device, and returns its path.
Result<std::filesystem::path> keepCeilings(const DeviceCeilings &ceilings,
                                           const std::filesystem::path &folder);

/// Measured ceilings, and the file that has them.
struct KeptCeilings {
    DeviceCeilings ceilings;
    std::filesystem::path file;
};

/// Does measureCeilings() with the installed programs, and keepCeilings() in ceilingsFolder().
Result<KeptCeilings> calibrateDevice(const std::string &device, const std::stop_token &stop);

/// Reads the ceilings of "cuda:0" or "cpu", matched by UUID, name and driver; nullopt if none were
/// measured or the device is unknown. An unreadable file is an error.
Result<std::optional<DeviceCeilings>> keptCeilings(const std::string &device,
                                                   const std::filesystem::path &folder);

} // namespace loupe
