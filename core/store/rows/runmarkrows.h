// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/runmark.h"
#include "core/store/sqlite/sqlite.h"

namespace loupe {

// Pinned runs and the baseline, as events that are only ever added. The caller holds a transaction.

/// Adds the event; one that is there already (by uuid) is left as it is. NotFound where its run is
/// missing; InvalidInput as checkRunMark.
Status insertRunMark(Database &database, const RunMark &event);

/// What holds now.
Result<RunMarks> readRunMarks(Database &database);

} // namespace loupe
