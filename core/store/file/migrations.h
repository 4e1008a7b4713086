// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/file/schemaplan.h"

#include <vector>

namespace loupe {

/// Returns the steps from version 9, which KernelLoupe 0.3 wrote, to the present one. A step's SQL
/// must never change once a store of its version may exist.
std::vector<MigrationStep> migrationSteps();

} // namespace loupe
