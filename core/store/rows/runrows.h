// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/record/candidate.h"
#include "core/model/record/run.h"
#include "core/model/record/task.h"
#include "core/model/record/transition.h"
#include "core/model/saved/runmark.h"
#include "core/store/rows/storedvalues.h"
#include "core/store/sqlite/sqlite.h"

#include <cstdint>
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

// Adds rows that other tables refer to, if they do not exist yet. The caller must hold a
// transaction.

/// Identifies tasks by (suite, name, hash). Updates a known task with the result of an audit.
Result<TaskId> addTaskRow(Database &database, const Task &task);
/// Stores the reference of a known task that has none. Fails with NotFound for an unknown task.
Status addReference(Database &database, const Task &task);
/// Identifies methods by name. Fails with InvalidInput if only one of the known and the new method
/// is demonstration data.
Result<MethodId> addMethodRow(Database &database, const Method &method);
/// Identifies environments by their full content.
Result<std::int64_t> addEnvironmentRow(Database &database, const Environment &environment);

// Pinned runs and the baseline run, as append-only events. The caller must hold a transaction.

/// Adds the event; an event that exists already (by uuid) is unchanged. Fails with NotFound if its
/// run is missing, and with InvalidInput like checkRunMark.
Status insertRunMark(Database &database, const RunMark &event);

/// Returns the current state.
Result<RunMarks> readRunMarks(Database &database);

} // namespace loupe
