// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/record/transition.h"
#include "core/store/rows/storedvalues.h"
#include "core/store/sqlite/sqlite.h"

#include <string>
#include <vector>

namespace loupe {

// Runs, and the data that belongs to a run as a whole. The caller must hold a transaction.

/// Returns all runs with their counts. Without a living writer, a run in state "running" is
/// returned as "interrupted".
Result<std::vector<RunSummary>> readRuns(Database &database, bool writerLives);

/// Fails with InvalidInput if the step already exists, or its task or method does not.
Status addTransition(Database &database, RunId run, TaskId task, MethodId method,
                     const Transition &transition);

} // namespace loupe
