// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/sqlite/sqlite.h"

#include <string>
#include <vector>

namespace loupe {

/// Recomputes stored times and speedups from raw samples, for evaluations that this program
/// measured. Also checks that no output has more differing elements than elements. Returns one
/// sentence per evaluation and column that differs. Records of other tools are audited, not
/// recomputed. Times by a device's clock are not recomputed, because the combination of blocks
/// depends on the suite and on the repeats.
Result<std::vector<std::string>> checkDerived(Database &database);

} // namespace loupe
