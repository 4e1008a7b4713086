// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/doctor/doctor.h"

#include <filesystem>
#include <vector>

namespace loupe {

/// Examines everything that evaluations on NVIDIA GPUs need, with purpose and fix: driver, devices,
/// partitions, recorder, counters, compiler, other processes. Starts nothing on a GPU.
std::vector<DoctorItem> examineGpus();

/// Returns whether this process may read hardware counters, with reason and fix. `parameters` is
/// the text of /proc/driver/nvidia/params.
DoctorItem countersItem(const std::string &parameters, bool isPrivileged);

} // namespace loupe
