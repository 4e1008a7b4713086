// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/machine/programs.h"
#include "core/model/ceilings.h"

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

namespace loupe {

/// Where measured ceilings are kept: `ceilings` in $KLOUPE_DATA, else in
/// $XDG_DATA_HOME/kernelloupe, else in ~/.local/share/kernelloupe. Empty when none of the variables
/// is set.
std::filesystem::path ceilingsFolder();

/// Measures "cpu" in this process, or "cuda:0" in the judge's. Nothing else should run meanwhile.
Result<DeviceCeilings> measureCeilings(const std::string &device, const ProgramPaths &programs,
                                       const std::stop_token &stop);

/// Writes them to the folder under a name that is the device's own and gives the file.
Result<std::filesystem::path> keepCeilings(const DeviceCeilings &ceilings,
                                           const std::filesystem::path &folder);

/// What was measured of the very device that "cuda:0" or "cpu" is here and now, by its UUID, name
/// and driver; nullopt where nothing was, or the device cannot be told. An unreadable file is an
/// error.
Result<std::optional<DeviceCeilings>> keptCeilings(const std::string &device,
                                                   const std::filesystem::path &folder);

} // namespace loupe
