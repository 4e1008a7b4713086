// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/saved/runmark.h"
#include "core/store/sqlite/sqlite.h"

namespace loupe {

// Pinned runs and the baseline run, as append-only events. The caller must hold a transaction.

/// Adds the event; an event that exists already (by uuid) is unchanged. Fails with NotFound if its
/// run is missing, and with InvalidInput like checkRunMark.
Status insertRunMark(Database &database, const RunMark &event);

/// Returns the current state.
Result<RunMarks> readRunMarks(Database &database);

} // namespace loupe
