// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/request/runrequest.h"
#include "core/store/read/storereader.h"

#include <string>
#include <vector>

namespace loupe {

/// Returns the name of a part of a run of several precisions in the store: "NAME, bfloat16".
std::string partName(const std::string &run, RunPrecision precision);

/// Returns whether both are the same run. The order of the precisions does not matter.
bool isSame(const PrecisionGroup &one, const PrecisionGroup &other);

/// Returns the newest stored run of that precision of the group; null if it has not begun. A run
/// that only has the name of the part is none.
const RunSummary *storedPart(const std::vector<RunSummary> &runs, const PrecisionGroup &group,
                             RunPrecision precision);

/// Returns whether a part of the group has not begun or not finished.
bool isUnfinished(const PrecisionGroup &group, const std::vector<RunSummary> &runs);

} // namespace loupe
