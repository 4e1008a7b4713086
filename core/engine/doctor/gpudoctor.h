// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/doctor/doctor.h"

#include <filesystem>
#include <vector>

namespace loupe {

/// Looks at everything that evaluations on NVIDIA GPUs need, and says for each thing what it is for
/// and what adds it: driver, devices, partitions, recorder, counters, compiler, who else is there.
/// Starts nothing on a GPU.
std::vector<DoctorItem> examineGpus();

/// Whether this process may read hardware counters, by `parameters`, the text of
/// /proc/driver/nvidia/params; the reason and the remedy where it may not.
DoctorItem countersItem(const std::string &parameters, bool isPrivileged);

} // namespace loupe
