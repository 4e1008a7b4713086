// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/transition.h"
#include "core/store/rows/storedvalues.h"
#include "core/store/sqlite/sqlite.h"

#include <string>
#include <vector>

namespace loupe {

// Runs, and what belongs to one as a whole. The caller holds a transaction.

/// All runs with their counts. Without a living writer, one left in "running" is "interrupted".
Result<std::vector<RunSummary>> readRuns(Database &database, bool writerLives);

/// InvalidInput where the step is there already, or its task or method is not.
Status addTransition(Database &database, RunId run, TaskId task, MethodId method,
                     const Transition &transition);
/// The recorded steps of a run, in the order in which they were stored. NotFound, as below.
Result<std::vector<Transition>> readTransitions(Database &database, const std::string &run);
/// The imported records of a run as they were, in their order.
Result<std::vector<std::string>> readOriginalRecords(Database &database, const std::string &run);

} // namespace loupe
