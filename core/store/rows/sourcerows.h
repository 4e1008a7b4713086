// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/store/rows/storedvalues.h"
#include "core/store/sqlite/sqlite.h"

#include <span>
#include <vector>

namespace loupe {

/// Reads the source of each evaluation's candidate, as defined by StoreReader::sources. The caller
/// must hold a read transaction.
Result<std::vector<CandidateSource>> readSources(Database &database,
                                                 std::span<const RowId> evaluations);

} // namespace loupe
