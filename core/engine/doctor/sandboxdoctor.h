// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/doctor/doctor.h"
#include "core/sandbox/bubblewrap.h"
#include "core/sandbox/groupplace.h"

#include <vector>

namespace loupe {

/// Each measure that confines candidates on this machine: whether it is active, why not, and what
/// adds it. Empty where there is no sandbox at all.
std::vector<DoctorItem> examineSandbox();

/// The same of a way to confine and of a place for control groups, or why there is none.
std::vector<DoctorItem> sandboxItems(const Confinement &how, const Result<GroupPlace> &groups);

} // namespace loupe
