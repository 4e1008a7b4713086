// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/doctor/doctor.h"
#include "core/platforms/build/cudabuild.h"

#include <filesystem>
#include <vector>

namespace loupe {

/// Examines everything that evaluations on NVIDIA GPUs need, with purpose and fix: driver, devices,
/// partitions, recorder, counters, compiler, other processes. Starts nothing on a GPU. `usual` is
/// the folder of the CUDA Toolkit that is searched last.
std::vector<DoctorItem> examineGpus(const std::filesystem::path &usual = usualToolkit);

/// Returns whether this process may read hardware counters, with reason and fix. `parameters` is
/// the text of /proc/driver/nvidia/params.
DoctorItem countersItem(const std::string &parameters, bool isPrivileged);

} // namespace loupe
