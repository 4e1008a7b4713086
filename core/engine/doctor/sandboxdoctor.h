// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/doctor/doctor.h"
#include "core/sandbox/confinement/bubblewrap.h"
#include "core/sandbox/control/groupfolders.h"

#include <vector>

namespace loupe {

/// Returns an item for each measure that confines candidates: whether it is active, else reason and
/// fix. Empty without any sandbox.
std::vector<DoctorItem> examineSandbox();

/// Returns the items of a confinement and of its place for control groups, or why there is none.
std::vector<DoctorItem> sandboxItems(const Confinement &how, const Result<GroupFolders> &groups);

} // namespace loupe
