// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/sqlite/sqlite.h"

#include <string>
#include <vector>

namespace loupe {

/// Computes again, from the raw samples of what this program measured itself, the times and
/// speedups that are stored beside them, and looks whether no output differs in more elements than
/// it has. One sentence for each evaluation and column that differs. Records of other tools are
/// theirs: they are audited, not recomputed. Times by a device's clock are not recomputed either:
/// how its blocks were combined depends on the suite and on the repeats.
Result<std::vector<std::string>> checkDerived(Database &database);

} // namespace loupe
